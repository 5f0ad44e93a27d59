package io.snowflakeid.ledger.spi;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerHome.Changed;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.StoreWorkerLedger.Attempt;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a ledger on whatever store it is kept in: read, let {@link LedgerRules} decide, write if nothing has changed meanwhile.
 * Thread-safe.
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
        Optional<WorkerRow> decide(@Nullable WorkerRow present, long nowTick);
    }

    private record Written(LedgerReading seen, WorkerRow row) {}

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
            requireTime(session.atomically(session::ledgerNanos), wallNanos);
            Changed ready = readyToGrant(session);
            LedgerReading seen = ready.seen();
            List<PlacedRow> rows = session.atomically(session::rows);
            Instant ledgerNow = Instant.ofEpochSecond(0, seen.ledgerNanos());
            if (store.mayForgetAll() && nowTick(seen) < ready.state().opensAt()) {
                return Attempt.opening(
                        settings.layout().timestampOf(ready.state().opensAt()), ledgerNow);
            }
            return new Acquisition(settings, rules, session)
                    .grant(rows, nowTick(seen), worker -> granted(session, worker, token))
                    .map(Attempt::granted)
                    .orElseGet(() -> Attempt.taken(ledgerNow));
        });
    }

    /** The length of the window is noted before the first one is granted. */
    private Changed readyToGrant(LedgerSession session) {
        return noted(session, settings.windowTicks());
    }

    /** A server that is another one than before may have lost what was granted, so that the ledger opens later. */
    private Changed noted(LedgerSession session, long windowTicks) {
        Changed noted = home.changed(session, seen -> {
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

    /** Grants this worker; empty if it is not free, or if another process was faster. */
    private Optional<WorkerGrant> granted(LedgerSession session, long worker, String token) {
        Optional<WorkerGrant> grant = session.atomically(() -> {
            LedgerReading seen = home.read(session, settings.datacenter(), worker);
            Optional<WorkerRow> wanted = isKeptByKnownServer(seen) && !home.isSilent(seen)
                    ? rules.granted(seen.row(), nowTick(seen), seen.state().opensAt(), token, settings.holder())
                    : Optional.empty();
            // before it is written: it says if the layout has no tick for it
            Optional<WorkerGrant> told = wanted.map(row -> told(new Written(seen, row), token));
            return wanted.isPresent() && session.write(seen, wanted.get()) ? told : Optional.empty();
        });
        return grant.isPresent() && isConfirmed(session, grant.get()) ? held(grant) : Optional.empty();
    }

    private Optional<WorkerGrant> held(Optional<WorkerGrant> grant) {
        home.noteHeld();
        return grant;
    }

    private static boolean isKeptByKnownServer(LedgerReading seen) {
        return seen.server().isEmpty() || seen.server().equals(seen.state().server());
    }

    private WorkerGrant told(Written written, String token) {
        LedgerReading seen = written.seen();
        return rules.grant(seen.datacenter(), seen.worker(), written.row(), token, seen.ledgerNanos());
    }

    /**
     * A second look at a grant, once it is committed: false, and it is given back, if the ledger was told meanwhile to open later than the
     * window begins.
     *
     * @throws WorkerLedgerException if what was committed cannot be read
     */
    private boolean isConfirmed(LedgerSession session, WorkerGrant grant) {
        if (session.readsWhatItWrites()) {
            return true;
        }
        LedgerReading seen = session.atomically(() -> home.read(session, grant.datacenter(), grant.worker()));
        boolean readable = !hasForgotten(seen, grant);
        boolean isOpen = seen.state().opensAt() <= grant.from();
        if (readable && isOpen) {
            return true;
        }
        Optional<Written> givenBack = session.atomically(() -> change(
                session,
                readForWriting(session, grant),
                (row, now) -> rules.released(row, grant.token(), grant.from())));
        if (!readable && givenBack.isPresent()) {
            throw readElsewhere(grant.worker());
        }
        return false;
    }

    private boolean hasForgotten(LedgerReading seen, WorkerGrant told) {
        return rules.hasForgotten(seen.row(), told, nowTick(seen));
    }

    private LedgerReading readForWriting(LedgerSession session, WorkerGrant grant) {
        return session.readForWriting(grant.datacenter(), grant.worker()).orElseThrow(home::isGone);
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
                    .flatMap(placed ->
                            session.atomically(() -> renewedFromItsBeginning(session, placed.worker(), token)));
            return adopted.isPresent() && isConfirmed(session, adopted.get()) ? held(adopted) : Optional.empty();
        });
    }

    private Optional<WorkerGrant> renewedFromItsBeginning(LedgerSession session, long worker, String token) {
        LedgerReading seen = home.read(session, settings.datacenter(), worker);
        return change(session, seen, (row, now) -> rules.renewed(row, token, now, row == null ? 0 : row.from()))
                .map(written -> told(written, token));
    }

    /** Changes a row as the rule says; empty if the rule says no. Within one step. */
    private Optional<Written> change(LedgerSession session, LedgerReading first, Rule rule) {
        LedgerReading seen = first;
        for (int i = 0; i < LedgerHome.ATTEMPTS; i++) {
            Optional<WorkerRow> wanted = rule.decide(seen.row(), nowTick(seen));
            if (wanted.isEmpty()) {
                return Optional.empty();
            }
            if (session.write(seen, wanted.get())) {
                return Optional.of(new Written(seen, wanted.get()));
            }
            seen = home.read(session, first.datacenter(), first.worker());
        }
        throw home.changesAllTheTime(
                "the row of worker " + first.worker(), "only its holder writes there; look who else does");
    }

    // ---- renew, release

    /** A step on a holder's row; empty if nothing was written, so that the ledger has to be looked at. */
    private Optional<Written> step(LedgerSession session, WorkerGrant grant, Rule rule) {
        return session.atomically(() -> {
            LedgerReading seen = home.read(session, grant.datacenter(), grant.worker());
            boolean wantsCare = hasForgotten(seen, grant) || !isKeptByKnownServer(seen);
            return wantsCare ? Optional.empty() : change(session, seen, rule);
        });
    }

    Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        Rule rule = (row, now) -> rules.renewed(row, grant, now, positionTick);
        return store.converse(session -> {
            home.open(session);
            Optional<Written> written = step(session, grant, rule);
            boolean lost = written.isEmpty() && takeCare(session, grant);
            Optional<WorkerGrant> renewed =
                    written.or(() -> again(session, grant, rule)).map(row -> told(row, grant.token()));
            return renewed.isPresent() || !lost ? renewed : replacement(session, grant);
        });
    }

    private Optional<Written> again(LedgerSession session, WorkerGrant grant, Rule rule) {
        return session.atomically(() -> change(session, home.read(session, grant.datacenter(), grant.worker()), rule));
    }

    void release(WorkerGrant grant, long firstUnusedTick) {
        Rule rule = (row, now) -> rules.released(row, grant.token(), firstUnusedTick);
        store.converse(session -> {
            home.open(session);
            if (step(session, grant, rule).isEmpty()) {
                takeCare(session, grant);
                again(session, grant, rule);
            }
            return grant;
        });
    }

    /**
     * Before anything else is done: what others hold may be forgotten as well. A clock that is far off would spend the ticks of all workers.
     *
     * @return whether the ledger has forgotten what this holder was told
     */
    private boolean takeCare(LedgerSession session, WorkerGrant grant) {
        noted(session, 0);
        LedgerReading seen = session.atomically(() -> home.read(session, grant.datacenter(), grant.worker()));
        if (!hasForgotten(seen, grant)) {
            return false;
        }
        LedgerReading primary = session.atomically(() -> readForWriting(session, grant));
        if (!hasForgotten(primary, grant)) {
            throw readElsewhere(grant.worker());
        }
        requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
        Changed opening = home.changed(session, now -> opening(now.state(), now, grant.until()));
        if (opening.opensLater()) {
            warnOfLoss(grant, opening.state());
        }
        return true;
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
        Changed ready = readyToGrant(session);
        LedgerReading seen = ready.seen();
        if (home.isSilent(seen)) {
            throw messages.forgotten(
                    forgotten, settings.layout().timestampOf(seen.state().opensAt()));
        }
        String token = LedgerRules.freshToken();
        return new Acquisition(settings, rules, session)
                .grant(session.atomically(session::rows), nowTick(seen), worker -> granted(session, worker, token));
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
                home.read(session, settings.datacenter(), settings.firstWorker());
                return new Listed(session.rows(), session.ledgerNanos());
            });
        });
    }

    /** The first tick of which no window that was granted before can have one, by all that is known. */
    long open(long longestWindow) {
        return store.converse(session -> {
            home.open(session);
            return home.changed(session, seen -> {
                        requireSimilarClocks(seen.ledgerNanos(), time.wallNanos());
                        LedgerState state = seen.state().keptBy(seen.server()).withWindow(longestWindow);
                        return state.openingNotBefore(home.safeFrom(seen, state));
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
