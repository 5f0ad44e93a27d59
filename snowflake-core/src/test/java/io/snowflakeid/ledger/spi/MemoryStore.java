package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store in memory. A test sets its clock, server and faults. Not thread-safe. */
final class MemoryStore implements LedgerStore, LedgerSession {

    record Copy(@Nullable LedgerState state, Map<String, PlacedRow> rows) {}

    long nanos;
    String server = "";
    boolean forgetful;
    boolean isDown;
    boolean losesReplies;
    boolean losesWrites;
    boolean guardsNamespace = true; // when it writes a row
    final Deque<Runnable> beforeWrites = new ArrayDeque<>(); // each runs before one of the next writes of a row

    /** Runs before each access, for the steps of other processes. */
    Runnable beforeEachAccess = () -> {};

    /** Undoes the writes in a transaction that other code has left open; null if each step is its own transaction. */
    @Nullable
    Deque<Runnable> joined;

    private @Nullable LedgerState state;
    private Map<String, PlacedRow> rows = new TreeMap<>();

    MemoryStore(long nanos) {
        this.nanos = nanos;
    }

    Copy copy() {
        return new Copy(state, new TreeMap<>(rows));
    }

    void restore(Copy copy) {
        state = copy.state();
        rows = new TreeMap<>(copy.rows());
    }

    /** Restores the present row, unless another row is written after the wanted one. */
    private Runnable undo(String key, WorkerRow wanted) {
        PlacedRow before = rows.get(key);
        return () -> rows.computeIfPresent(key, (k, now) -> now.row().equals(wanted) ? before : now);
    }

    @Nullable
    LedgerState state() {
        return state;
    }

    /** The settings of a shared ledger. */
    static final class Settings extends LedgerBuilder<Settings> {
        Settings(SnowflakeLayout layout) {
            super(layout, OptionalLong.empty());
        }
    }

    /** The clock of a machine that is behind the store by this. */
    TimeSource clock(Duration behind) {
        return new TimeSource() {
            @Override
            public long wallNanos() {
                return nanos - behind.toNanos();
            }

            @Override
            public long nanos() {
                return nanos;
            }
        };
    }

    @Override
    public String name() {
        return "the store";
    }

    @Override
    public boolean mayForgetAll() {
        return forgetful;
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        return talk.apply(this);
    }

    @Override
    public boolean guardsNamespace() {
        return guardsNamespace;
    }

    private void ask() {
        beforeEachAccess.run();
        if (isDown) {
            throw new StoreFailure(new IllegalStateException("the store is down"));
        }
    }

    @Override
    public long ledgerNanos() {
        ask();
        return nanos;
    }

    @Override
    public boolean create(LedgerState wanted) {
        ask();
        if (state != null) {
            return false;
        }
        state = wanted.writtenBy(server);
        return true;
    }

    private static String key(long datacenter, long worker) {
        return datacenter + "/" + worker;
    }

    private @Nullable WorkerRow row(long datacenter, long worker) {
        PlacedRow placed = rows.get(key(datacenter, worker));
        return placed == null ? null : placed.row();
    }

    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        ask();
        return Optional.ofNullable(state)
                .map(stored -> new LedgerReading(datacenter, worker, row(datacenter, worker), stored, server, nanos));
    }

    @Override
    public List<PlacedRow> rows() {
        ask();
        return new ArrayList<>(rows.values());
    }

    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        ask();
        Runnable first = beforeWrites.poll();
        if (first != null) {
            first.run();
        }
        String key = key(seen.datacenter(), seen.worker());
        WorkerRow present = row(seen.datacenter(), seen.worker());
        boolean same = present == null ? seen.row() == null : present.equals(seen.row());
        if (!same || (guardsNamespace && !seen.state().equals(state))) {
            return false;
        }
        Runnable undo = undo(key, wanted);
        if (!losesWrites) {
            rows.put(key, new PlacedRow(seen.datacenter(), seen.worker(), wanted));
        }
        if (losesReplies || losesWrites) {
            losesReplies = false;
            throw new StoreFailure(new IllegalStateException("reply lost"));
        }
        if (joined != null) {
            joined.push(undo);
        }
        return true;
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        ask();
        if (!seen.state().equals(state)) {
            return false;
        }
        state = wanted;
        return true;
    }
}
