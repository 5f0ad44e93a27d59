package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A ledger in a {@link LedgerStore}, such as a database. This class is thread-safe. */
public abstract class StoreWorkerLedger implements WorkerLedger.Ranged {

    private static final System.Logger LOG = ApplicationLog.of(StoreWorkerLedger.class);
    private static final Duration LONGEST_UNTIL_OPEN = LedgerRules.LONGEST_IN_MEMORY.plusSeconds(15);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CONVERSATIONS_COMPARED = 3;

    private final LedgerSettings settings;
    private final SnowflakeLayout layout;
    private final LedgerRules rules;
    private final LedgerStore store;
    private final LedgerHome home;
    private final LedgerEngine engine;
    private volatile boolean isSetUp;

    /** @param time the clocks of this machine */
    protected StoreWorkerLedger(LedgerSettings settings, LedgerStore store, TimeSource time) {
        this.settings = settings;
        this.store = store;
        layout = settings.layout();
        rules = new LedgerRules(layout, settings.window());
        home = new LedgerHome(settings, rules, store);
        engine = new LedgerEngine(settings, rules, home, store, time);
    }

    /** Returns the settings of this ledger. */
    public final LedgerSettings settings() {
        return settings;
    }

    @Override
    public final SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public final Duration renewEvery() {
        return settings.window().dividedBy(6);
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
        return settings.name();
    }

    /**
     * {@inheritDoc}
     *
     * <p>If all workers are in use, the method waits for at most one window. The exception message contains the holders, and the time at which the
     * first worker will be free. If the ledger has lost windows, the method waits until all lost windows have ended.
     */
    @Override
    public final WorkerGrant acquire(long wallNanos) {
        long start = System.nanoTime();
        long openSince = start;
        boolean isLogged = false;
        while (true) {
            long now = System.nanoTime();
            try {
                return tryAcquire(wallNanos + (now - start));
            } catch (WorkerLedgerException e) {
                boolean isWaitedFor =
                        switch (e.reason()) {
                            case WORKERS_TAKEN ->
                                now - openSince <= settings.window().toNanos();
                            case NOT_OPEN -> now - start <= LONGEST_UNTIL_OPEN.toNanos();
                            default -> false;
                        };
                if (!isWaitedFor) {
                    throw e;
                }
                if (e.reason() == Reason.NOT_OPEN) {
                    openSince = now;
                }
                if (!isLogged) {
                    LOG.log(Level.INFO, "waiting for a worker: {0}", e.getMessage());
                    isLogged = true;
                }
            }
            pause();
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(settings.window().toNanos() / 10, LONGEST_PAUSE_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException(
                    Reason.OTHER, "interrupted while waiting for a free worker of " + describe(), e);
        }
    }

    /**
     * Acquires a worker without waiting, or throws an exception if no worker is free.
     *
     * @throws WorkerLedgerException if no worker can be granted
     */
    public final WorkerGrant tryAcquire(long wallNanos) {
        // the ledger must not store a layout whose epoch is after the time of this machine
        rules.requireTick("this machine's clock", wallNanos);
        String token = LedgerRules.freshToken();
        try {
            if (!isSetUp) {
                engine.requireTime(store.converse(LedgerSession::ledgerNanos), wallNanos);
                setUp();
            }
            return store.converse(session -> engine.acquire(session, token, wallNanos, settings.name()));
        } catch (StoreFailure e) {
            return adopted(token, e);
        }
    }

    private WorkerGrant adopted(String token, StoreFailure failure) {
        WorkerLedgerException failed = failed("grant a worker", failure);
        try {
            return store.converse(session -> engine.adopt(session, token)).orElseThrow(() -> failed);
        } catch (StoreFailure stillDown) {
            failed.addSuppressed(stillDown.thrown());
            throw failed;
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>If the store has lost the grant, the method delays new windows until all lost windows have ended. If the store has lost the grant of a
     * worker, the method may return a grant of another worker.
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
     * @throws WorkerLedgerException if the query of the store fails
     */
    @Override
    public final List<WorkerEntry> workers() {
        return asked(
                "list its workers",
                session -> session.atomically(() -> {
                    long nowTick = rules.tickAt(home.readFirst(session).ledgerNanos());
                    return session.rows().stream()
                            .sorted(Comparator.comparingLong(PlacedRow::datacenter)
                                    .thenComparingLong(PlacedRow::worker))
                            .map(placed -> entry(placed, nowTick))
                            .toList();
                }));
    }

    private WorkerEntry entry(PlacedRow placed, long nowTick) {
        WorkerRow row = placed.row();
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
     * Creates the ledger if the ledger is missing, and compares the stored settings with the settings of this process. The method does not acquire a
     * worker. The method reads the ledger several times to detect a data source that connects to several databases.
     *
     * @throws WorkerLedgerException if the ledger cannot be created or read, or if the stored settings differ from the settings of this process
     */
    public final void setUp() {
        for (int i = 0; i < CONVERSATIONS_COMPARED; i++) {
            state();
        }
        isSetUp = true;
    }

    /**
     * Delays new windows after the restore of a backup, or after a failover that lost writes. Call this method once before the first process starts.
     * After this call, each new window begins after the end of all windows that the store may have lost.
     *
     * <p>A call of {@code markRecovered} does not change the leases of running processes. A running process delays new windows at its first renewal
     * after the store has lost data. If a process acquires a worker before the returned time, its ids are ahead of the clock by at most one window
     * plus 10 s. A process that uses Redis does not acquire a worker before the returned time. Call this method on a ledger whose window is at least
     * as long as the window of each process. If timestamps of ids are ahead of the store's clock, call this method only after the clock has passed
     * these timestamps. Ids may be ahead of the clock if the clock was set back, or after an earlier call of this method. A later call of this method
     * never returns an earlier time.
     *
     * @return the time at which the first new window may begin
     * @throws WorkerLedgerException if the write to the store fails
     */
    public final Instant markRecovered() {
        return layout.timestampOf(asked("be marked as recovered", engine::openLater));
    }

    /** Creates an unused namespace, or returns false if the namespace exists. */
    protected final boolean createUnused() {
        return asked("be set up", home::createUnused);
    }

    /**
     * Reads the namespace, or creates the namespace if the namespace is missing.
     *
     * @throws WorkerLedgerException if the read fails, if the ledger id has changed, or if the stored settings differ from the settings of this
     *     process
     */
    public final LedgerState state() {
        return asked("be opened", home::readFirst).state();
    }

    /**
     * Stores the given group members if the ledger does not belong to a group.
     *
     * @return the stored members of the group
     * @throws WorkerLedgerException if the write fails, if the ledger id has changed, or if the stored settings differ from the settings of this
     *     process
     */
    public final String joinGroup(String members) {
        return asked(
                        "join a group",
                        session -> home.changed(session, seen -> seen.state().joined(members)))
                .state()
                .group();
    }

    private <T> T asked(String what, Function<LedgerSession, T> talk) {
        try {
            return store.converse(talk);
        } catch (StoreFailure e) {
            throw failed(what, e);
        }
    }

    private WorkerLedgerException failed(String what, StoreFailure e) {
        Throwable thrown = e.thrown();
        return new WorkerLedgerException(
                store.reason(thrown),
                describe() + " could not " + what + " (" + VisibleText.inOneLine(thrown) + "): " + store.advice(thrown),
                thrown);
    }
}
