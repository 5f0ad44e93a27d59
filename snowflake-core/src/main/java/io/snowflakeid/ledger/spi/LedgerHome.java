package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The namespace of a ledger in its store: set up once, compared with what this process has begun with whenever it is read, and changed only
 * while it is as it was read. Thread-safe.
 */
final class LedgerHome {

    private static final int ATTEMPTS = 10;
    private static final int CONVERSATIONS_COMPARED = 3;

    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final LedgerStore store;
    private final String ownId = LedgerRules.freshToken(); // if this process sets the namespace up

    private volatile @Nullable Opened opened;
    private volatile boolean isSetUp;
    private volatile boolean hasHeld; // a worker

    LedgerHome(LedgerSettings settings, LedgerRules rules, LedgerStore store) {
        this.settings = settings;
        this.rules = rules;
        this.store = store;
    }

    /** What this process has begun with. */
    private record Opened(String ledgerId, String place) {}

    boolean isSetUp() {
        return isSetUp;
    }

    /** Reads it more often than needed: connections that lead to several databases find another ledger there, or none. */
    boolean setUp() {
        for (int i = 0; i < CONVERSATIONS_COMPARED && !isSetUp; i++) {
            converse(this::readFirst);
        }
        isSetUp = true;
        return true;
    }

    /** Steps on the namespace, which is opened before. */
    <T> T converse(Function<LedgerSession, T> talk) {
        return store.converse(session -> {
            open(session);
            return talk.apply(session);
        });
    }

    /** Before the namespace is opened, too. */
    long ledgerNanos() {
        return store.converse(LedgerSession::ledgerNanos);
    }

    long nowTick(LedgerReading seen) {
        return rules.tickAt(seen.ledgerNanos());
    }

    /** The first tick that no window reaches that may be forgotten. */
    long safeFrom(LedgerReading seen) {
        return rules.opensAfterLoss(nowTick(seen), longestWindow(seen.state()));
    }

    private long longestWindow(LedgerState state) {
        return store.mayForgetAll() ? rules.longestAfterLossOfAll(state.longestWindow()) : state.longestWindow();
    }

    /** From now on another ledger is rejected, and not begun with. */
    void noteHeld() {
        hasHeld = true;
    }

    /** All may be forgotten, and is waited for: no worker is granted. */
    boolean isSilent(LedgerReading seen) {
        return store.mayForgetAll() && nowTick(seen) < seen.state().opensAt();
    }

    /** As it is set up for the first time, so that nothing can be forgotten: false if it is there already, also by this process. */
    boolean createComplete() {
        return store.converse(session -> {
            // with an id of its own: a store that is told the same again says that it is written
            LedgerState fresh = LedgerState.fresh(settings, LedgerRules.freshToken(), session.open(), session.server());
            boolean isCreated = session.atomically(() -> session.create(fresh));
            open(session);
            return isCreated;
        });
    }

    /** The namespace is read, or set up by the process that comes first, and has to be the one that is meant. */
    private Opened open(LedgerSession session) {
        Opened known = opened;
        if (known == null) {
            Opened own = new Opened(ownId, session.open());
            LedgerState state = changed(
                            session,
                            () -> foundOrCreated(session, Access.LOOK, settings.firstWorker(), own)
                                    .orElseThrow(this::isGone),
                            seen -> seen.state().identified(own.ledgerId(), own.place()))
                    .state();
            session.requirePlace(state.place());
            known = new Opened(state.ledgerId(), state.place());
            opened = known;
        }
        return known;
    }

    /** If another process is first, what that has written is read. */
    private Optional<LedgerReading> foundOrCreated(LedgerSession session, Access access, long worker, Opened wanted) {
        return found(session, access, worker).or(() -> {
            session.create(fresh(session, wanted));
            return found(session, access, worker);
        });
    }

    /** It has to be of a process with the same settings. */
    private Optional<LedgerReading> found(LedgerSession session, Access access, long worker) {
        Optional<LedgerReading> found = session.read(access, settings.datacenter(), worker);
        found.ifPresent(seen -> seen.state().requireSame(settings));
        return found;
    }

    /** Where all may be forgotten, a namespace that is not there cannot be told from one that was. */
    private LedgerState fresh(LedgerSession session, Opened wanted) {
        LedgerState fresh = LedgerState.fresh(settings, wanted.ledgerId(), wanted.place(), session.server());
        if (!store.mayForgetAll()) {
            return fresh;
        }
        return fresh.openingNotBefore(rules.opensAfterLoss(rules.tickAt(session.ledgerNanos()), longestWindow(fresh)));
    }

    /** A row with its namespace, which has to be the one that this process has begun with. */
    LedgerReading read(LedgerSession session, Access access, long worker) {
        return find(session, access, worker).orElseThrow(this::isGone);
    }

    LedgerReading readFirst(LedgerSession session) {
        return session.atomically(() -> read(session, Access.LOOK, settings.firstWorker()));
    }

    /** Empty if there is no namespace, or if the row is to be taken and is not to be had. */
    Optional<LedgerReading> find(LedgerSession session, Access access, long worker) {
        Opened begun = open(session);
        Optional<LedgerReading> seen =
                store.mayForgetAll() ? foundOrCreated(session, access, worker, begun) : found(session, access, worker);
        return seen.map(found ->
                found.state().ledgerId().equals(begun.ledgerId()) ? inItsPlace(found, begun) : another(session, found));
    }

    private LedgerReading inItsPlace(LedgerReading found, Opened begun) {
        found.state().requireLedger(settings.namespace(), begun.ledgerId(), begun.place());
        return found;
    }

    /** It is rejected, and never followed; but where all may be forgotten, who has not held a worker yet may begin with it. */
    private LedgerReading another(LedgerSession session, LedgerReading found) {
        Opened begun = open(session);
        if (store.mayForgetAll() && !hasHeld) {
            opened = new Opened(found.state().ledgerId(), begun.place());
            return inItsPlace(found, open(session));
        }
        if (isUnused(session, found) && session.write(found, found.state().withLedgerId(begun.ledgerId()))) {
            return read(session, Access.CHANGE, found.worker());
        }
        return inItsPlace(found, begun);
    }

    /** Set up by a process that came first after all was forgotten: who still holds workers of the ledger before keeps its id. */
    private boolean isUnused(LedgerSession session, LedgerReading found) {
        return isSilent(found) && session.rows().isEmpty();
    }

    private WorkerLedgerException isGone() {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                "namespace '" + settings.namespace() + "' is not in " + store.home() + " any more: look who deleted it,"
                        + " restore it, and mark the ledger as recovered; or stop all processes, let one set it up,"
                        + " mark it as recovered, and start them");
    }

    /** Changes the namespace, if there is something to change; what was read, with the state that is stored from then on. */
    LedgerReading changed(LedgerSession session, Function<LedgerReading, LedgerState> change) {
        return changed(session, () -> readFirst(session), change);
    }

    private LedgerReading changed(
            LedgerSession session, Supplier<LedgerReading> reading, Function<LedgerReading, LedgerState> change) {
        return untilUnchanged(session, "namespace '" + settings.namespace() + "'", () -> {
            LedgerReading seen = reading.get();
            LedgerState wanted = change.apply(seen);
            return wanted.equals(seen.state()) || session.write(seen, wanted)
                    ? Optional.of(seen.with(wanted))
                    : Optional.empty();
        });
    }

    /** Does a step again that is empty where others have written between its reading and its writing. */
    <T> T untilUnchanged(LedgerSession session, String what, Supplier<Optional<T>> step) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<T> done = session.atomically(step);
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new WorkerLedgerException(
                Reason.UNREACHABLE,
                what + " in " + store.name() + " has changed " + ATTEMPTS
                        + " times while it was read: look who else writes there");
    }
}
