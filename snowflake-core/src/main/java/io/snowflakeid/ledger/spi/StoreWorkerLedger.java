package io.snowflakeid.ledger.spi;

import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
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

/** A ledger in a store that is reached over a network. The rules are the same for every {@link LedgerStore}. A ledger is thread-safe. */
public abstract class StoreWorkerLedger implements RangedLedger {

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
     * <p>The method throws if no worker is free for one window. The exception contains the number of workers, their holders, and the time when the
     * first worker will be free. If the ledger is not open yet, a call waits until the ledger opens.
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
     * Acquires a worker like {@link #acquire}, but throws at once if all workers are taken, or if the ledger is not open yet.
     *
     * @throws WorkerLedgerException if no worker can be granted
     */
    public final WorkerGrant tryAcquire(long wallNanos) {
        // this machine's clock is checked before the ledger stores the layout and its epoch
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

    /** After an ambiguous reply, this method returns the grant that the store has under the token, if any. */
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
     * <p>A store that has forgotten the grant was restored, or has lost writes in a failover. After a holder has detected the loss, no window begins
     * before the end of the longest window that may be forgotten. The holder continues, with another worker if its row is lost.
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
     * @throws WorkerLedgerException if the store cannot be queried
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
     * Checks that the ledger exists with these settings, and creates the ledger unless the application has switched off creation. The method acquires
     * no worker. The method reads the ledger several times, because connections to several databases find different ledgers.
     *
     * @throws WorkerLedgerException if the ledger is missing and may not be created, was set up with other settings, or cannot be read
     */
    public final void setUp() {
        for (int i = 0; i < CONVERSATIONS_COMPARED; i++) {
            state();
        }
        isSetUp = true;
    }

    /**
     * Marks the store as recovered after a restore from a copy, or after a failover to a copy that lagged behind. Call this method once before any
     * process starts, because grants may be lost. After the call, no window begins before the end of the longest window that may have been granted.
     *
     * <p>Holders continue with their tokens. A holder that detects the loss at its renewal also delays later windows, so this method is needed only
     * for the time before the first renewal. A process that acquires a worker before the returned moment makes ids ahead of the clock, by up to one
     * window and 10 s, until the process ends. Processes with a ledger in Redis wait until this moment. The longest window is the longest of this
     * ledger's window and of all granted windows that the store contains. Call this method on a ledger whose window is at least as long as the window
     * of each process. If ids already run ahead of the store's clock, wait until the clock has caught up before you call this method. Ids run ahead
     * after the clock was set back, and after an earlier restore. A second call never returns an earlier moment.
     *
     * @return the moment before which no window begins
     * @throws WorkerLedgerException if the store could not be changed
     */
    public final Instant markRecovered() {
        return layout.timestampOf(asked("be marked as recovered", engine::openLater));
    }

    /** Creates a namespace that was never used, and therefore has lost no grant. The method returns false if the namespace exists. */
    protected final boolean createUnused() {
        return asked("be set up", home::createUnused);
    }

    /**
     * Reads the data of the namespace, and creates the namespace if it is missing.
     *
     * @throws WorkerLedgerException if the store cannot be read, another ledger replies, or the ledger was set up with other settings
     */
    public final LedgerState state() {
        return asked("be opened", home::readFirst).state();
    }

    /**
     * Stores the members of a group, unless members are already stored.
     *
     * @return the members that are now stored
     * @throws WorkerLedgerException if the store cannot be changed, another ledger replies, or the ledger was set up with other settings
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
