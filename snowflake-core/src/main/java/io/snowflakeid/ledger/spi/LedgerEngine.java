package io.snowflakeid.ledger.spi;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The steps of a ledger on whatever store it is kept in: a row is read, {@link LedgerRules} decide, and it is written if it still is as it was
 * read. Thread-safe.
 */
final class LedgerEngine {

    private static final System.Logger LOG = ApplicationLog.of(StoreWorkerLedger.class);

    private static final Duration FARTHEST_CLOCK = Duration.ofHours(1);

    private final LedgerMessages messages;
    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final LedgerHome home;
    private final TimeSource time; // of this machine

    LedgerEngine(
            LedgerMessages messages, LedgerSettings settings, LedgerRules rules, LedgerHome home, TimeSource time) {
        this.messages = messages;
        this.settings = settings;
        this.rules = rules;
        this.home = home;
        this.time = time;
    }

    /** @param row as it was written; empty if the rule said no */
    private record Step(LedgerReading seen, Optional<WorkerRow> row) {}

    /** Reads a holder's row to change it, and writes what the rule makes of it. */
    private Step change(LedgerSession session, long worker, Function<LedgerReading, Optional<WorkerRow>> rule) {
        return home.untilUnchanged(session, "the row of worker " + worker, () -> {
            LedgerReading seen = home.read(session, Access.CHANGE, worker);
            Optional<WorkerRow> wanted = rule.apply(seen);
            return wanted.isEmpty() || session.write(seen, wanted.get())
                    ? Optional.of(new Step(seen, wanted))
                    : Optional.empty();
        });
    }

    private Optional<WorkerGrant> told(Step step, String token) {
        return step.row().map(row -> told(step.seen(), row, token));
    }

    private WorkerGrant told(LedgerReading seen, WorkerRow row, String token) {
        return rules.grant(seen.datacenter(), seen.worker(), row, token, seen.ledgerNanos());
    }

    private long nowTick(LedgerReading seen) {
        return home.nowTick(seen);
    }

    // ---- acquire

    /**
     * A worker; empty if all are taken.
     *
     * @throws LedgerMessages.NotOpenException if the ledger may have forgotten what it granted, until that is over
     */
    Optional<WorkerGrant> acquire(String token, long wallNanos) {
        if (!home.isSetUp()) {
            requireTime(home.ledgerNanos(), wallNanos);
            home.setUp();
        }
        return home.converse(session -> grantedAny(session, token, wallNanos, messages::notOpen));
    }

    /**
     * The length of the window is noted before the first one is granted. A server that is another one than before may have lost what was
     * granted, so that the ledger opens later.
     */
    private LedgerReading noted(LedgerSession session, long windowTicks, long wallNanos) {
        return home.changed(session, seen -> {
            requireTime(seen.ledgerNanos(), wallNanos);
            LedgerState state = seen.state().withWindow(windowTicks);
            return isKeptByKnownServer(seen) ? state : onAnotherServer(seen, state);
        });
    }

    private LedgerState onAnotherServer(LedgerReading seen, LedgerState state) {
        LedgerState later = state.keptBy(seen.server()).openingNotBefore(home.safeFrom(seen));
        LOG.log(
                Level.WARNING,
                "{0} is kept by another server than before, which may not have all that was written (now {1}, before {2}): to be"
                        + " safe, no worker is granted to a new process before {3}, and holders go on",
                messages.name(),
                seen.server(),
                state.server(),
                settings.layout().timestampOf(later.opensAt()));
        return later;
    }

    /** Else granting would spend the ticks of a worker for good. */
    private void requireSimilarClocks(long ledgerNanos, long wallNanos) {
        if (Math.abs(ledgerNanos - wallNanos) > FARTHEST_CLOCK.toNanos()) {
            throw messages.clocksApart(ledgerNanos, wallNanos, FARTHEST_CLOCK);
        }
    }

    /** Before anything is written. */
    private void requireTime(long ledgerNanos, long wallNanos) {
        requireSimilarClocks(ledgerNanos, wallNanos);
        rules.requireTick(messages.clock(), ledgerNanos);
    }

    /** The workers are listed without a lock, in the step that reads the namespace. */
    private Optional<WorkerGrant> grantedAny(
            LedgerSession session,
            String token,
            long wallNanos,
            Function<LedgerReading, RuntimeException> whileAllMayBeForgotten) {
        Acquisition acquisition = session.atomically(() -> {
            LedgerReading ready = noted(session, settings.windowTicks(), wallNanos);
            if (home.isSilent(ready)) {
                throw whileAllMayBeForgotten.apply(ready);
            }
            return new Acquisition(settings, rules, session.rows(), nowTick(ready));
        });
        return acquisition.grant(worker -> granted(session, worker, acquisition.isKnown(worker), token));
    }

    /**
     * Grants this worker; empty if it is not free, or if another process was faster. A row that was not there is inserted, which needs no
     * lock; one that was is taken, and nothing more is read where another transaction has it.
     */
    private Optional<WorkerGrant> granted(LedgerSession session, long worker, boolean isKnown, String token) {
        Optional<WorkerGrant> granted = session.atomically(() -> home.find(
                        session, isKnown ? Access.TAKE : Access.LOOK, worker)
                .filter(seen -> isKnown == (seen.row() != null) && isKeptByKnownServer(seen) && !home.isSilent(seen))
                .flatMap(seen -> rules.granted(
                                seen.row(), nowTick(seen), seen.state().opensAt(), token, settings.holder())
                        .flatMap(row -> written(session, seen, row, token))));
        return confirmed(session, granted);
    }

    private Optional<WorkerGrant> written(LedgerSession session, LedgerReading seen, WorkerRow row, String token) {
        WorkerGrant grant = told(seen, row, token); // first, as the layout may have no tick for it
        return session.write(seen, row) ? Optional.of(grant) : Optional.empty();
    }

    private static boolean isKeptByKnownServer(LedgerReading seen) {
        return seen.server().isEmpty() || seen.server().equals(seen.state().server());
    }

    /**
     * A second look at a grant, once it is committed: empty, and it is given back, if the ledger was told meanwhile to open later than the
     * window begins.
     *
     * @throws WorkerLedgerException if what was committed cannot be read
     */
    private Optional<WorkerGrant> confirmed(LedgerSession session, Optional<WorkerGrant> granted) {
        if (granted.isPresent() && !session.guardsNamespace()) {
            WorkerGrant grant = granted.get();
            LedgerReading seen = session.atomically(() -> home.read(session, Access.LOOK, grant.worker()));
            boolean isReadable = !hasForgotten(seen, grant);
            boolean isOpen = seen.state().opensAt() <= grant.from();
            if (!isReadable || !isOpen) {
                Step givenBack =
                        change(session, grant.worker(), now -> rules.released(now.row(), grant.token(), grant.from()));
                if (!isReadable && givenBack.row().isPresent()) {
                    throw readElsewhere(grant.worker());
                }
                return Optional.empty();
            }
        }
        granted.ifPresent(grant -> home.noteHeld());
        return granted;
    }

    private boolean hasForgotten(LedgerReading seen, WorkerGrant told) {
        return rules.hasForgotten(seen.row(), told, nowTick(seen));
    }

    private static WorkerLedgerException readElsewhere(long worker) {
        return new WorkerLedgerException(
                Reason.UNREACHABLE,
                "what was committed for worker " + worker
                        + " cannot be read: a read/write splitter, or a proxy, reads from a copy that"
                        + " lags behind; give the ledger a data source that reads where it writes");
    }

    /**
     * After a reply that was lost: the grant under this token, whatever the worker, if it can be renewed; empty if there is none. What can be
     * read need not be durable, so that nothing is adopted before the renewal's own write is confirmed.
     */
    Optional<WorkerGrant> adopt(LedgerSession session, String token) {
        Optional<WorkerGrant> adopted = session.atomically(session::rows).stream()
                .filter(placed -> placed.datacenter() == settings.datacenter()
                        && token.equals(placed.row().token()))
                .findFirst()
                .flatMap(placed -> renewedFromItsBeginning(session, placed, token));
        return confirmed(session, adopted);
    }

    private Optional<WorkerGrant> renewedFromItsBeginning(LedgerSession session, PlacedRow placed, String token) {
        Function<LedgerReading, Optional<WorkerRow>> rule = seen ->
                rules.renewed(seen.row(), token, nowTick(seen), placed.row().from());
        return told(change(session, placed.worker(), rule), token);
    }

    // ---- renew, release

    Optional<WorkerGrant> renew(LedgerSession session, WorkerGrant grant, long positionTick) {
        Step written =
                changeWithCare(session, grant, seen -> rules.renewed(seen.row(), grant, nowTick(seen), positionTick));
        Optional<WorkerGrant> renewed = told(written, grant.token());
        return renewed.isEmpty() && hasForgotten(written.seen(), grant) ? replacement(session, grant) : renewed;
    }

    /** False if the worker is another holder's. */
    boolean release(LedgerSession session, WorkerGrant grant, long firstUnusedTick) {
        return changeWithCare(session, grant, seen -> rules.released(seen.row(), grant.token(), firstUnusedTick))
                .row()
                .isPresent();
    }

    /**
     * A step on a holder's row. Where the ledger has forgotten what this holder was told, or is on another server, that is noted before
     * anything else is done: what others hold may be forgotten as well.
     */
    private Step changeWithCare(
            LedgerSession session, WorkerGrant grant, Function<LedgerReading, Optional<WorkerRow>> rule) {
        Step first =
                change(session, grant.worker(), seen -> wantsCare(seen, grant) ? Optional.empty() : rule.apply(seen));
        if (!wantsCare(first.seen(), grant)) {
            return first;
        }
        noted(session, 0, time.wallNanos());
        if (hasForgotten(first.seen(), grant)) {
            openLater(session, grant);
        }
        return change(session, grant.worker(), rule);
    }

    private boolean wantsCare(LedgerReading seen, WorkerGrant grant) {
        return hasForgotten(seen, grant) || !isKeptByKnownServer(seen);
    }

    /** A clock that is far off would spend the ticks of all workers. */
    private void openLater(LedgerSession session, WorkerGrant grant) {
        home.changed(session, seen -> {
            requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
            LedgerState later = opening(seen, grant.until());
            if (later.opensAt() > seen.state().opensAt()) {
                LOG.log(
                        Level.WARNING,
                        "{0} has forgotten what it granted to the holder of worker {1}: it was restored, or has lost writes in a"
                                + " failover; to be safe, no window begins before {2} from now on",
                        messages.name(),
                        grant.worker(),
                        settings.layout().timestampOf(later.opensAt()));
            }
            return later;
        });
    }

    /** While no worker is granted, since all may be forgotten, each holder tells how far its own window reaches. */
    private LedgerState opening(LedgerReading seen, long toldUntil) {
        long tick = home.isSilent(seen) ? toldUntil : Math.max(home.safeFrom(seen), toldUntil);
        return seen.state().openingNotBefore(tick);
    }

    /** Its window begins when the ledger opens, so that it is another worker or a later window, whatever was forgotten. */
    private Optional<WorkerGrant> replacement(LedgerSession session, WorkerGrant forgotten) {
        return grantedAny(
                session,
                LedgerRules.freshToken(),
                time.wallNanos(),
                ready -> messages.forgotten(
                        forgotten, settings.layout().timestampOf(ready.state().opensAt())));
    }

    /** Opens at the first tick of which no window that was granted before can have one, by all that is known; that tick. */
    long open(LedgerSession session) {
        return home.changed(session, seen -> {
                    requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
                    return seen.state().keptBy(seen.server()).openingNotBefore(home.safeFrom(seen));
                })
                .state()
                .opensAt();
    }
}
