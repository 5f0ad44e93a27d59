package io.snowflakeid.ledger.spi;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerMessages.NotOpenException;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A ledger in a store that is reached over a network. The rules are the same for every {@link LedgerStore}, which only reads, and
 * writes what is still as it was read. Thread-safe.
 */
public abstract class StoreWorkerLedger implements RangedLedger {

    private static final System.Logger LOG = ApplicationLog.of(StoreWorkerLedger.class);
    private static final Duration LONGEST_UNTIL_OPEN = LedgerRules.LONGEST_IN_MEMORY.plusSeconds(15);
    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LedgerSettings settings;
    private final SnowflakeLayout layout;
    private final LedgerRules rules;
    private final LedgerMessages messages;
    private final LedgerHome home;
    private final LedgerEngine engine;

    /**
     * A ledger with these settings.
     *
     * @param time this machine's clock
     */
    protected StoreWorkerLedger(LedgerSettings settings, LedgerStore store, TimeSource time) {
        this.settings = settings;
        layout = settings.layout();
        rules = new LedgerRules(layout, settings.window());
        messages = new LedgerMessages(settings, store);
        home = new LedgerHome(settings, rules, store);
        engine = new LedgerEngine(messages, settings, rules, home, time);
    }

    /** The settings of this ledger. */
    public final LedgerSettings settings() {
        return settings;
    }

    @Override
    public final SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public final Duration renewEvery() {
        return settings.renewEvery();
    }

    @Override
    public final long datacenter() {
        return settings.datacenter();
    }

    @Override
    public final long firstWorker() {
        return settings.firstWorker();
    }

    @Override
    public final long lastWorker() {
        return settings.lastWorker();
    }

    @Override
    public final boolean hasClock() {
        return true;
    }

    @Override
    public final String describe() {
        return messages.name();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Tries for one window, then fails with the number of workers, their holders, and when the first one will be free. If the
     * ledger is not open yet, it is waited for.
     */
    @Override
    public final WorkerGrant acquire(long wallNanos) {
        long start = System.nanoTime();
        long openSince = start;
        boolean isLogged = false;
        while (true) {
            long now = System.nanoTime();
            long pauseNanos = settings.window().toNanos() / 10;
            String reason = "it has no free worker";
            try {
                Optional<WorkerGrant> grant = attempt(wallNanos + (now - start));
                if (grant.isPresent()) {
                    return grant.get();
                }
                if (now - openSince > settings.window().toNanos()) {
                    throw messages.allTaken(workers());
                }
            } catch (NotOpenException e) {
                if (now - start > LONGEST_UNTIL_OPEN.toNanos()) {
                    throw e.refusal();
                }
                openSince = now;
                pauseNanos = e.waitNanos;
                reason = String.valueOf(e.getMessage());
            }
            if (!isLogged) {
                LOG.log(Level.INFO, "{0} is waited for: {1}", describe(), reason);
                isLogged = true;
            }
            pause(pauseNanos);
        }
    }

    private void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(LEAST_PAUSE_NANOS, Math.min(nanos, TimeUnit.SECONDS.toNanos(1))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException("interrupted while waiting for a free worker of " + describe(), e);
        }
    }

    /**
     * Like {@link #acquire}, but does not wait for a worker to be given back.
     *
     * @return empty if all workers are taken
     * @throws WorkerLedgerException if the ledger could not be asked, or refuses
     */
    public final Optional<WorkerGrant> tryAcquire(long wallNanos) {
        try {
            return attempt(wallNanos);
        } catch (NotOpenException e) {
            throw e.refusal();
        }
    }

    private Optional<WorkerGrant> attempt(long wallNanos) {
        rules.requireTick("this machine's clock", wallNanos); // before the layout is written down with its epoch
        String token = LedgerRules.freshToken();
        try {
            return engine.acquire(token, wallNanos);
        } catch (StoreFailure e) {
            return Optional.of(adopted(token, e));
        }
    }

    /** The reply is ambiguous: what is there under this token is adopted, and only that. */
    private WorkerGrant adopted(String token, StoreFailure failure) {
        try {
            Optional<WorkerGrant> written = home.converse(session -> engine.adopt(session, token));
            if (written.isPresent()) {
                return written.get();
            }
        } catch (StoreFailure stillDown) {
            if (stillDown.thrown() != failure.thrown()) {
                failure.thrown().addSuppressed(stillDown.thrown());
            }
        }
        throw messages.failed("grant a worker", failure);
    }

    // ---- renew, release, list

    /**
     * {@inheritDoc}
     *
     * <p>A store that has forgotten what it told the holder was restored, or lost writes in a failover: from then on no window begins before
     * the end of the longest that may be forgotten. The holder goes on, if need be with another worker, whose window begins there.
     */
    @Override
    public final Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        return asked("renew worker " + grant.worker(), session -> engine.renew(session, grant, positionTick));
    }

    @Override
    public final void release(WorkerGrant grant, long firstUnusedTick) {
        asked("take worker " + grant.worker() + " back", session -> engine.release(session, grant, firstUnusedTick));
    }

    /**
     * {@inheritDoc}
     *
     * @throws WorkerLedgerException if the store cannot be asked
     */
    @Override
    public final List<WorkerEntry> workers() {
        return asked(
                "list its workers",
                session -> session.atomically(() -> {
                    long nowTick = home.nowTick(home.readFirst(session));
                    return session.rows().stream()
                            .sorted(Comparator.comparingLong(PlacedRow::datacenter)
                                    .thenComparingLong(PlacedRow::worker))
                            .map(placed -> entry(placed, placed.row(), nowTick))
                            .toList();
                }));
    }

    private WorkerEntry entry(PlacedRow placed, WorkerRow row, long nowTick) {
        boolean free = rules.isFree(row, nowTick);
        return new WorkerEntry(
                placed.datacenter(),
                placed.worker(),
                free ? State.FREE : row.until() <= nowTick ? State.QUARANTINED : State.HELD,
                row.holder(),
                layout.timestampOf(row.from()),
                layout.timestampOf(row.until()),
                layout.timestampOf(free ? row.until() : row.quarantinedUntil()));
    }

    /**
     * Makes sure that the ledger is there and is the one that is meant; creates what is missing if that is not switched off. It acquires no
     * worker.
     *
     * @throws WorkerLedgerException if something is missing and may not be created, or was set up otherwise, or the store cannot be asked
     */
    public final void setUp() {
        answered("be opened", home::setUp);
    }

    /**
     * To be called once after the store was restored from a copy, or failed over to a copy that lagged behind, and before any
     * process starts: it may have forgotten windows that were granted. From now on no window begins before the
     * end of the longest that could have been; workers that are held go on by their tokens. Holders that notice what was forgotten do
     * the same when they renew, so that only the time until then is left to the operator.
     *
     * <p>It costs that ids run ahead of the clock, by one window and 10 s, for as long as the processes live that acquire a worker
     * before that moment; in Redis, that such processes wait until then. "Longest" is that of this ledger and of all that ever were granted, as far as the store
     * knows: call it on a ledger whose window is as long as any that its processes use. If ids ran ahead of the store's clock already (it was set back, or
     * this is the second restore), wait for as long first. Calling it again never lowers what it has set.
     *
     * @return the moment before which no window begins
     * @throws WorkerLedgerException if the store could not be told
     */
    public final Instant markRecovered() {
        return layout.timestampOf(asked("be marked as recovered", engine::open));
    }

    /** Sets up a namespace that was never used, of which nothing can be forgotten; false if it is there already. */
    protected final boolean createUnused() {
        return answered("be set up", home::createComplete);
    }

    /**
     * What is stored of the namespace as a whole. It is set up if it is missing.
     *
     * @throws WorkerLedgerException if the store cannot be asked, or the ledger is not the one that is meant
     */
    public final LedgerState state() {
        return asked("be opened", home::readFirst).state();
    }

    /**
     * Stores the ledgers of a group, if those that are stored are still the present ones.
     *
     * @return those that are stored from then on
     * @throws WorkerLedgerException if the store cannot be asked, or the ledger is not the one that is meant
     */
    public final String joinGroup(String present, String members) {
        return asked(
                        "join a group",
                        session -> home.changed(session, seen -> seen.state().joined(present, members)))
                .state()
                .group();
    }

    private <T> T asked(String what, Function<LedgerSession, T> talk) {
        return answered(what, () -> home.converse(talk));
    }

    private <T> T answered(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (StoreFailure e) {
            throw messages.failed(what, e);
        }
    }
}
