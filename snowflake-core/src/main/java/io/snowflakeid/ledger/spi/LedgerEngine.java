package io.snowflakeid.ledger.spi;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerHome.Changed;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.StoreWorkerLedger.Attempt;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
    private final LedgerStore store;
    private final TimeSource time; // of this machine
    private final LedgerHome home;

    private volatile boolean isSetUp;

    LedgerEngine(LedgerMessages messages, LedgerSettings settings, LedgerStore store, TimeSource time) {
        this.messages = messages;
        this.settings = settings;
        this.store = store;
        this.time = time;
        rules = new LedgerRules(settings.layout(), settings.window());
        home = new LedgerHome(settings, rules, store);
    }

    private interface Rule {
        Optional<WorkerRow> decide(LedgerReading seen);
    }

    /** @param row as it was written; empty if the rule said no, or another process was faster to take the worker */
    private record Step(LedgerReading seen, Optional<WorkerRow> row) {}

    /** Reads a worker's row, and writes what the rule makes of it. */
    private Step step(LedgerSession session, Access access, long datacenter, long worker, Rule rule) {
        return session.atomically(() -> {
            for (int i = 0; i < LedgerHome.ATTEMPTS; i++) {
                LedgerReading seen = home.read(session, access, datacenter, worker);
                Optional<WorkerRow> wanted = rule.decide(seen);
                if (wanted.isEmpty() || session.write(seen, wanted.get())) {
                    return new Step(seen, wanted);
                }
                if (access == Access.TAKE) {
                    return new Step(seen, Optional.empty());
                }
            }
            throw home.changesAllTheTime(
                    "the row of worker " + worker, "only its holder writes there; look who else does");
        });
    }

    private Step change(LedgerSession session, WorkerGrant grant, Rule rule) {
        return step(session, Access.CHANGE, grant.datacenter(), grant.worker(), rule);
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

    // ---- the namespace

    void setUp() {
        if (!isSetUp) {
            store.requireOneLedger(store.converse(session -> home.open(session).ledgerId()));
            isSetUp = true;
        }
    }

    // ---- acquire

    Attempt attempt(String token, long wallNanos) {
        if (!isSetUp) {
            requireTime(store.converse(session -> session.atomically(session::ledgerNanos)), wallNanos);
            setUp();
        }
        return store.converse(session -> {
            Changed ready = noted(session, settings.windowTicks(), wallNanos);
            Instant ledgerNow = Instant.ofEpochSecond(0, ready.seen().ledgerNanos());
            if (store.mayForgetAll() && nowTick(ready.seen()) < ready.state().opensAt()) {
                return Attempt.opening(
                        settings.layout().timestampOf(ready.state().opensAt()), ledgerNow);
            }
            return grantedAny(session, ready.seen(), token)
                    .map(Attempt::granted)
                    .orElseGet(() -> Attempt.taken(ledgerNow));
        });
    }

    /**
     * The length of the window is noted before the first one is granted. A server that is another one than before may have lost what was
     * granted, so that the ledger opens later.
     */
    private Changed noted(LedgerSession session, long windowTicks, long wallNanos) {
        Changed noted = home.changed(session, seen -> {
            requireTime(seen.ledgerNanos(), wallNanos);
            LedgerState state = seen.state().withWindow(windowTicks);
            return isKeptByKnownServer(seen)
                    ? state
                    : state.keptBy(seen.server()).openingNotBefore(home.safeFrom(seen));
        });
        if (!noted.state().server().equals(noted.seen().state().server())) {
            LOG.log(
                    Level.WARNING,
                    "{0} is kept by another server than before, which may not have all that was written (now {1}, before {2}): to be"
                            + " safe, no worker is granted to a new process before {3}, and holders go on",
                    messages.name(),
                    noted.state().server(),
                    noted.seen().state().server(),
                    settings.layout().timestampOf(noted.state().opensAt()));
        }
        return noted;
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
        long tick = rules.tickAt(ledgerNanos);
        if (tick < 0) {
            throw messages.beforeEpoch(ledgerNanos);
        }
        if (tick >= settings.endTick()) {
            throw messages.ranOut();
        }
    }

    private Optional<WorkerGrant> grantedAny(LedgerSession session, LedgerReading ready, String token) {
        Acquisition acquisition = new Acquisition(settings, rules, session.atomically(session::rows), nowTick(ready));
        return acquisition.grant(worker -> granted(session, worker, acquisition.isKnown(worker), token));
    }

    /** Grants this worker; empty if it is not free, or if another process was faster. */
    private Optional<WorkerGrant> granted(LedgerSession session, long worker, boolean isKnown, String token) {
        Step taken = step(session, Access.TAKE, settings.datacenter(), worker, seen -> {
            if ((isKnown && seen.row() == null) || !isKeptByKnownServer(seen) || home.isSilent(seen)) {
                return Optional.empty();
            }
            Optional<WorkerRow> row =
                    rules.granted(seen.row(), nowTick(seen), seen.state().opensAt(), token, settings.holder());
            row.ifPresent(wanted -> told(seen, wanted, token)); // which says if the layout has no tick for it
            return row;
        });
        return confirmed(session, told(taken, token));
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
            LedgerReading seen =
                    session.atomically(() -> home.read(session, Access.LOOK, grant.datacenter(), grant.worker()));
            boolean isReadable = !hasForgotten(seen, grant);
            boolean isOpen = seen.state().opensAt() <= grant.from();
            if (!isReadable || !isOpen) {
                Step givenBack = change(session, grant, now -> rules.released(now.row(), grant.token(), grant.from()));
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
    Optional<WorkerGrant> adopt(String token) {
        return store.converse(session -> {
            home.open(session);
            Optional<WorkerGrant> adopted = session.atomically(session::rows).stream()
                    .filter(placed -> placed.datacenter() == settings.datacenter()
                            && token.equals(placed.row().token()))
                    .findFirst()
                    .flatMap(placed -> renewedFromItsBeginning(session, placed.worker(), token));
            return confirmed(session, adopted);
        });
    }

    private Optional<WorkerGrant> renewedFromItsBeginning(LedgerSession session, long worker, String token) {
        return told(
                step(
                        session,
                        Access.CHANGE,
                        settings.datacenter(),
                        worker,
                        seen -> rules.renewed(
                                seen.row(),
                                token,
                                nowTick(seen),
                                seen.row() == null ? 0 : seen.row().from())),
                token);
    }

    // ---- renew, release

    Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        Rule rule = seen -> rules.renewed(seen.row(), grant, nowTick(seen), positionTick);
        return store.converse(session -> {
            home.open(session);
            Step written = changeWithCare(session, grant, rule);
            Optional<WorkerGrant> renewed = told(written, grant.token());
            return renewed.isEmpty() && hasForgotten(written.seen(), grant) ? replacement(session, grant) : renewed;
        });
    }

    void release(WorkerGrant grant, long firstUnusedTick) {
        store.converse(session -> {
            home.open(session);
            return changeWithCare(session, grant, seen -> rules.released(seen.row(), grant.token(), firstUnusedTick));
        });
    }

    /**
     * A step on a holder's row. Where the ledger has forgotten what this holder was told, or is on another server, that is noted before
     * anything else is done: what others hold may be forgotten as well.
     */
    private Step changeWithCare(LedgerSession session, WorkerGrant grant, Rule rule) {
        Step first = change(session, grant, seen -> wantsCare(seen, grant) ? Optional.empty() : rule.decide(seen));
        if (!wantsCare(first.seen(), grant)) {
            return first;
        }
        noted(session, 0, time.wallNanos());
        if (hasForgotten(first.seen(), grant)) {
            openLater(session, grant);
        }
        return change(session, grant, rule);
    }

    private boolean wantsCare(LedgerReading seen, WorkerGrant grant) {
        return hasForgotten(seen, grant) || !isKeptByKnownServer(seen);
    }

    /** A clock that is far off would spend the ticks of all workers. */
    private void openLater(LedgerSession session, WorkerGrant grant) {
        Changed opening = home.changed(session, seen -> {
            requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
            return opening(seen.state(), seen, grant.until());
        });
        if (opening.opensLater()) {
            warnOfLoss(grant, opening.state());
        }
    }

    private void warnOfLoss(WorkerGrant grant, LedgerState state) {
        LOG.log(
                Level.WARNING,
                "{0} has forgotten what it granted to the holder of worker {1}: it was restored, or has lost writes in a failover;"
                        + " to be safe, no window begins before {2} from now on",
                messages.name(),
                grant.worker(),
                settings.layout().timestampOf(state.opensAt()));
    }

    /** While no worker is granted, since all may be forgotten, each holder tells how far its own window reaches. */
    private LedgerState opening(LedgerState state, LedgerReading seen, long toldUntil) {
        long tick = home.isSilent(seen) ? toldUntil : Math.max(home.safeFrom(seen), toldUntil);
        return state.openingNotBefore(tick);
    }

    /** Its window begins when the ledger opens, so that it is another worker or a later window, whatever was forgotten. */
    private Optional<WorkerGrant> replacement(LedgerSession session, WorkerGrant forgotten) {
        Changed ready = noted(session, settings.windowTicks(), time.wallNanos());
        LedgerReading seen = ready.seen();
        if (home.isSilent(seen)) {
            throw messages.forgotten(
                    forgotten, settings.layout().timestampOf(seen.state().opensAt()));
        }
        return grantedAny(session, seen, LedgerRules.freshToken());
    }

    // ---- in a group

    /** The id, and the group that is stored. */
    LedgerState state() {
        return store.converse(session -> {
            home.open(session);
            return session.atomically(() -> home.readFirstOfThisLedger(session)).state();
        });
    }

    /** Writes the group down if the stored one is still this; the one that is stored from then on. */
    String join(String present, String members) {
        return store.converse(session -> {
            home.open(session);
            return home.changed(
                            session,
                            seen -> seen.state().group().equals(present)
                                    ? seen.state().inGroup(members)
                                    : seen.state())
                    .state()
                    .group();
        });
    }

    // ---- list, and for operators

    record Listed(List<PlacedRow> rows, long ledgerNanos) {}

    Listed list() {
        return store.converse(session -> {
            home.open(session);
            return session.atomically(() -> {
                home.readFirstOfThisLedger(session);
                return new Listed(session.rows(), session.ledgerNanos());
            });
        });
    }

    /** The first tick of which no window that was granted before can have one, by all that is known. */
    long open() {
        return store.converse(session -> {
            home.open(session);
            return home.changed(session, seen -> {
                        requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
                        return seen.state().keptBy(seen.server()).openingNotBefore(home.safeFrom(seen));
                    })
                    .state()
                    .opensAt();
        });
    }

    /** As it is set up for the first time where all may be forgotten: false if it is there already, also by this process. */
    boolean createComplete() {
        return store.converse(session -> {
            boolean created = home.createComplete(session);
            home.open(session);
            return created;
        });
    }
}
