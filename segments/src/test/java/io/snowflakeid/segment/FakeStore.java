package io.snowflakeid.segment;

import io.snowflakeid.ledger.spi.StoreFailure;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A database in memory, which can be down, lose replies, forget commits and be replaced by an older copy. */
final class FakeStore implements SegmentStore {

    /** How a transaction ends. */
    enum Outcome {
        CONFIRMED,
        DOWN,
        COMMITTED_WITHOUT_REPLY,
        ROLLED_BACK_WITHOUT_REPLY
    }

    private final Supplier<Outcome> outcomes;
    private Map<String, SegmentRow> rows = new HashMap<>();
    private int server = 1;
    long granted; // numbers of committed transactions, less those given back
    int ambiguous;

    FakeStore(Supplier<Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    synchronized Map<String, SegmentRow> copy() {
        return new HashMap<>(rows);
    }

    /** Replaces the database by another server with an older copy. */
    synchronized void restore(Map<String, SegmentRow> copy) {
        rows = new HashMap<>(copy);
        server++;
    }

    /** Replaces the rows by an older copy on the same server. */
    synchronized void restoreInPlace(Map<String, SegmentRow> copy) {
        rows = new HashMap<>(copy);
    }

    @Override
    public synchronized <T extends @Nullable Object> T inTransaction(BiFunction<Session, ServerState, T> step) {
        Outcome outcome = outcomes.get();
        if (outcome == Outcome.DOWN) {
            throw new StoreFailure(new SQLException("the database is down"));
        }
        Map<String, SegmentRow> changed = new HashMap<>(rows);
        long before = granted;
        T result = step.apply(new FakeSession(changed), new ServerState("server " + server, null));
        if (outcome == Outcome.ROLLED_BACK_WITHOUT_REPLY) {
            granted = before;
        } else {
            rows = changed;
        }
        if (outcome != Outcome.CONFIRMED) {
            ambiguous++;
            throw new StoreFailure(new SQLException("the reply to the commit was lost"));
        }
        return result;
    }

    @Override
    public String describe() {
        return "a fake";
    }

    private final class FakeSession implements Session {

        private final Map<String, SegmentRow> changed;

        FakeSession(Map<String, SegmentRow> changed) {
            this.changed = changed;
        }

        @Override
        public Optional<SegmentRow> read(String tag, TagSettings wanted) {
            return Optional.ofNullable(changed.get(tag));
        }

        @Override
        public boolean insert(String tag, SegmentRow row) {
            return changed.putIfAbsent(tag, row) == null;
        }

        @Override
        public boolean update(String tag, SegmentRow seen, SegmentRow wanted) {
            granted += (wanted.next() - seen.next()) / seen.settings().increment();
            return changed.replace(tag, seen, wanted);
        }
    }
}
