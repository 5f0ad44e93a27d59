package io.snowflakeid.ledger.spi;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A ledger in a store that is reached over a network: how long to wait for a worker, what to do after an ambiguous reply, and what
 * to say. The store's own rules are in the subclass.
 */
public abstract class StoreWorkerLedger implements RangedLedger {

    private static final System.Logger LOG = ApplicationLog.of(StoreWorkerLedger.class);
    private static final Duration FARTHEST_CLOCK = Duration.ofHours(1);
    private static final Duration OPENING_SLACK = Duration.ofSeconds(15);
    private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int HOLDERS_SHOWN = 5;

    private final LedgerSettings settings;
    private final SnowflakeLayout layout;
    private final LedgerRules rules;

    /** A ledger with these settings. */
    protected StoreWorkerLedger(LedgerSettings settings) {
        this.settings = settings;
        layout = settings.layout();
        rules = new LedgerRules(layout, settings.window());
    }

    /**
     * What an attempt to acquire came to: a grant, or none because all are taken, or none because the ledger opens later.
     *
     * @param grant what was granted
     * @param opensAt when any worker can be granted at all, by the ledger's clock
     * @param ledgerNow the ledger's clock
     */
    public record Attempt(Optional<WorkerGrant> grant, Optional<Instant> opensAt, Instant ledgerNow) {

        /** A grant. */
        public static Attempt granted(WorkerGrant grant) {
            return new Attempt(Optional.of(grant), Optional.empty(), Instant.ofEpochSecond(0, grant.ledgerNanos()));
        }

        /** All are taken. */
        public static Attempt taken(Instant ledgerNow) {
            return new Attempt(Optional.empty(), Optional.empty(), ledgerNow);
        }

        /** None can be granted before then. */
        public static Attempt opening(Instant opensAt, Instant ledgerNow) {
            return new Attempt(Optional.empty(), Optional.of(opensAt), ledgerNow);
        }
    }

    /**
     * Tries once, without waiting.
     *
     * @param token fresh with every attempt
     * @param wallNanos the caller's wall clock
     * @throws WorkerLedgerException if it is refused for good
     * @throws RuntimeException anything else, if the store failed and may or may not have written the grant
     */
    protected abstract Attempt attempt(String token, long wallNanos);

    /**
     * What may be believed after a reply that was lost: the grant under this token, if the store has it for good; empty if there is none.
     */
    protected abstract Optional<WorkerGrant> adopt(String token);

    @Override
    public abstract List<WorkerEntry> workers();

    /** What the store is called in messages, as in "check that Redis answers". */
    protected abstract String store();

    /** The settings of this ledger. */
    protected final LedgerSettings settings() {
        return settings;
    }

    /** The rules of this ledger. */
    protected final LedgerRules rules() {
        return rules;
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
    public final String scope() {
        return settings.scope();
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
    public final Duration window() {
        return settings.window();
    }

    @Override
    public final boolean hasClock() {
        return true;
    }

    @Override
    public final String describe() {
        return "ledger '" + settings.namespace() + "' (" + settings.storedScope() + ")";
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
        boolean told = false;
        while (true) {
            long now = System.nanoTime();
            Attempt attempt = acquireOrAdopt(wallNanos + (now - start));
            if (attempt.grant().isPresent()) {
                return attempt.grant().get();
            }
            if (!told) {
                LOG.log(Level.INFO, "{0} {1}", describe(), whyItWaits(attempt));
                told = true;
            }
            if (attempt.opensAt().isPresent()) {
                openSince = now;
                refuseIfLate(attempt, now - start);
            } else if (now - openSince > settings.window().toNanos()) {
                throw allTaken();
            }
            pause(attempt);
        }
    }

    @Override
    public final Optional<WorkerGrant> tryAcquire(long wallNanos) {
        Attempt attempt = acquireOrAdopt(wallNanos);
        if (attempt.opensAt().isPresent()) {
            throw opensLater(attempt, "ask again then");
        }
        return attempt.grant();
    }

    private Attempt acquireOrAdopt(long wallNanos) {
        if (rules.tickAt(wallNanos) < 0) {
            // before the layout is written down with its epoch
            throw LedgerRules.beforeEpoch(layout, "this machine's clock", wallNanos);
        }
        String token = LedgerRules.freshToken();
        try {
            return attempt(token, wallNanos);
        } catch (WorkerLedgerException refused) {
            throw refused;
        } catch (RuntimeException e) {
            // the reply is ambiguous: adopt what is there under this token, and only that
            try {
                Optional<WorkerGrant> written = adopt(token);
                if (written.isPresent()) {
                    return Attempt.granted(written.get());
                }
            } catch (RuntimeException stillDown) {
                StoreFailure.thrown(e).addSuppressed(StoreFailure.thrown(stillDown));
            }
            throw failed("grant a worker", e);
        }
    }

    private String whyItWaits(Attempt attempt) {
        return attempt.opensAt()
                .map(opensAt -> "is new, or was forgotten by its server: its first window begins at " + opensAt
                        + ", after the end of those that may be forgotten; waiting until then")
                .orElse("has no free worker; waiting for " + settings.window().toMillis() + " ms");
    }

    private void refuseIfLate(Attempt attempt, long waitedNanos) {
        Duration patience = settings.window().plus(OPENING_SLACK);
        if (waitedNanos > patience.toNanos()) {
            throw opensLater(
                    attempt, "waited " + patience.toMillis() + " ms; try again then, or correct its server's clock");
        }
    }

    private WorkerLedgerException opensLater(Attempt attempt, String advice) {
        return new WorkerLedgerException(describe() + " grants no worker before "
                + attempt.opensAt().map(Instant::toString).orElse("it opens") + ", and its clock shows "
                + attempt.ledgerNow() + ": " + advice);
    }

    private WorkerLedgerException allTaken() {
        List<WorkerEntry> held = workers().stream()
                .filter(entry -> entry.datacenter() == settings.datacenter() && entry.state() != State.FREE)
                .toList();
        String holders = held.stream()
                .limit(HOLDERS_SHOWN)
                .map(entry -> entry.worker() + " by " + VisibleText.of(entry.holder()) + " until " + entry.until())
                .collect(Collectors.joining(", "));
        int more = Math.max(0, held.size() - HOLDERS_SHOWN);
        return new WorkerLedgerException(
                Reason.WORKERS_TAKEN,
                "all " + (settings.lastWorker() - settings.firstWorker() + 1) + " workers of " + describe()
                        + " are taken ("
                        + holders + (more == 0 ? "" : ", and " + more + " more") + "); waited "
                        + settings.window().toMillis()
                        + " ms: stop a process, or use " + roomForMore()
                        + "; a worker whose process has crashed is free one window"
                        + " after that time, the first one at "
                        + held.stream()
                                .map(WorkerEntry::freeAt)
                                .min(Instant::compareTo)
                                .map(Instant::toString)
                                .orElse("once"));
    }

    private String roomForMore() {
        return settings.isShared()
                ? "a layout with more worker bits"
                : "a layout with fewer datacenter bits and more worker bits, or for some processes another ledger with"
                        + " another datacenter id";
    }

    private void pause(Attempt attempt) {
        Duration pause = settings.window().dividedBy(10);
        if (attempt.opensAt().isPresent()) {
            pause = Duration.between(attempt.ledgerNow(), attempt.opensAt().get());
        }
        try {
            TimeUnit.NANOSECONDS.sleep(
                    Math.max(LEAST_PAUSE_NANOS, Math.min(pause.toNanos(), TimeUnit.SECONDS.toNanos(1))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException("interrupted while waiting for a free worker of " + describe(), e);
        }
    }

    /** A worker as {@link #workers} shows it. */
    protected final WorkerEntry entry(long datacenter, long worker, WorkerRow row, long nowTick) {
        boolean free = rules.isFree(row, nowTick);
        State state = free ? State.FREE : row.until() <= nowTick ? State.QUARANTINED : State.HELD;
        return new WorkerEntry(
                datacenter,
                worker,
                state,
                row.holder(),
                layout.timestampOf(row.from()),
                layout.timestampOf(row.until()),
                layout.timestampOf(free ? row.until() : row.quarantinedUntil()));
    }

    // ---- what to say

    /** How far the caller's clock and the ledger's may be apart. */
    protected static Duration farthestClock() {
        return FARTHEST_CLOCK;
    }

    /**
     * Before anything is written by a ledger's clock.
     *
     * @throws WorkerLedgerException if it is too far from the caller's
     */
    protected final void requireSimilarClocks(long ledgerNanos, long wallNanos) {
        if (Math.abs(ledgerNanos - wallNanos) > FARTHEST_CLOCK.toNanos()) {
            throw clocksApart(ledgerNanos, wallNanos);
        }
    }

    /** Clocks are too far apart: granting would spend the ticks of a worker for good. */
    protected final WorkerLedgerException clocksApart(long ledgerNanos, long wallNanos) {
        return new WorkerLedgerException(
                Reason.CLOCK_WRONG,
                store() + "'s clock shows " + Instant.ofEpochSecond(0, ledgerNanos)
                        + ", this machine's " + Instant.ofEpochSecond(0, wallNanos) + ", allowed are "
                        + FARTHEST_CLOCK.toMinutes()
                        + " minutes between them: correct the wrong one");
    }

    /** The ledger's clock is before the first tick. */
    protected final WorkerLedgerException beforeEpoch(long ledgerNanos) {
        return LedgerRules.beforeEpoch(layout, store() + "'s clock", ledgerNanos);
    }

    /** The ledger's clock is beyond the last tick. */
    protected final WorkerLedgerException ranOut() {
        return new WorkerLedgerException(
                Reason.LAYOUT_ENDED,
                "layout " + layout.spec() + " ran out at " + layout.exhaustedAt()
                        + ": move to a layout with more timestamp bits");
    }

    /** The store does not know the holder any more, and is not open again: its window may be used up. */
    protected final WorkerLedgerException forgotten(WorkerGrant grant, Instant opensAt, String advice) {
        return new WorkerLedgerException(describe() + " has forgotten worker " + grant.worker()
                + ", and grants others from " + opensAt + " on: ids go on until the end of the window; " + advice);
    }

    /** The store could not be asked; the cause is what its client has thrown. */
    protected final WorkerLedgerException failed(String what, RuntimeException e) {
        Throwable thrown = StoreFailure.thrown(e);
        return new WorkerLedgerException(
                Reason.UNREACHABLE,
                describe() + " could not " + what + " (" + inOneLine(thrown) + "): " + advice(e),
                thrown);
    }

    /** Some clients write an essay. */
    private static String inOneLine(Throwable thrown) {
        return VisibleText.of(String.valueOf(thrown.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
    }

    /** What to do after a failure of the store. */
    protected String advice(RuntimeException failure) {
        return "check that " + store() + " answers and may be written";
    }
}
