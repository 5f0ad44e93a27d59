package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads, creates and changes the namespace of a ledger. Each read checks that the stored settings equal the settings of this process, and that the
 * ledger id has not changed. This class is thread-safe.
 */
final class LedgerHome {

    private static final int ATTEMPTS = 10;

    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final LedgerStore store;
    private final AtomicReference<@Nullable String> ledgerId = new AtomicReference<>(); // null until the first reading

    LedgerHome(LedgerSettings settings, LedgerRules rules, LedgerStore store) {
        this.settings = settings;
        this.rules = rules;
        this.store = store;
    }

    /** Returns true if the ledger must not grant workers, because lost windows may not have ended. */
    boolean isSilent(LedgerReading seen) {
        return store.mayForgetAll()
                && rules.tickAt(seen.ledgerNanos()) < seen.state().opensAt();
    }

    /** Returns the window length of this process in ticks. If the store can lose all data, the returned length is at least 2 min. */
    long longestWindow() {
        return store.mayForgetAll()
                ? Math.max(
                        settings.windowTicks(),
                        LedgerRules.LONGEST_IN_MEMORY.dividedBy(
                                settings.layout().tick()))
                : settings.windowTicks();
    }

    /** Creates an unused namespace, or returns false if the namespace exists. */
    boolean createUnused(LedgerSession session) {
        // the ledger id is random, because a store may report success for a repeated create with the same id
        LedgerState fresh = LedgerState.fresh(settings, LedgerRules.freshToken(), longestWindow());
        return session.atomically(() -> session.create(fresh));
    }

    LedgerReading readFirst(LedgerSession session) {
        return session.atomically(() -> read(session, Access.LOOK, settings.firstWorker()));
    }

    /** Reads the row of a worker, and the row of the namespace. */
    LedgerReading read(LedgerSession session, Access access, long worker) {
        LedgerReading seen = session.read(access, settings.datacenter(), worker)
                .or(() -> readCreated(session, access, worker))
                .orElseThrow(this::isGone);
        seen.state().requireSame(settings);
        String id = seen.state().ledgerId();
        if (!ledgerId.compareAndSet(null, id) && !id.equals(ledgerId.get())) {
            // after a loss of all data, another process may have created the namespace again
            boolean isCreatedAfterLoss = isSilent(seen) && session.rows().isEmpty();
            if (!isCreatedAfterLoss) {
                throw isAnother(id);
            }
            ledgerId.set(id);
        }
        session.requirePlace(seen.state().place());
        return seen;
    }

    /** Creates a missing namespace if this process has never read the namespace, or if the store can lose all data. */
    private Optional<LedgerReading> readCreated(LedgerSession session, Access access, long worker) {
        String known = ledgerId.get();
        if (known == null || store.mayForgetAll()) {
            LedgerState fresh =
                    LedgerState.fresh(settings, known == null ? LedgerRules.freshToken() : known, longestWindow());
            session.create(
                    store.mayForgetAll()
                            ? fresh.openingNotBefore(
                                    rules.opensAfterLoss(rules.tickAt(session.ledgerNanos()), fresh.longestWindow()))
                            : fresh);
        }
        return session.read(access, settings.datacenter(), worker);
    }

    private WorkerLedgerException isAnother(String id) {
        return new WorkerLedgerException(
                Reason.ANOTHER_LEDGER,
                "namespace '" + settings.namespace() + "' is another ledger than it was: it has the id "
                        + VisibleText.of(id) + ", this process began with " + ledgerId.get()
                        + ": let the address lead to the ledger that was used before, or stop all processes, mark this one as"
                        + " recovered, and start them anew");
    }

    private WorkerLedgerException isGone() {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                "namespace '" + settings.namespace() + "' is not in " + store.name() + " any more: look who deleted it,"
                        + " restore it, and mark the ledger as recovered; or stop all processes, let one set it up,"
                        + " mark it as recovered, and start them");
    }

    LedgerReading changed(LedgerSession session, Function<LedgerReading, LedgerState> change) {
        return untilUnchanged(session, "namespace '" + settings.namespace() + "'", () -> {
            LedgerReading seen = readFirst(session);
            LedgerState wanted = change.apply(seen);
            return wanted.equals(seen.state()) || session.write(seen, wanted)
                    ? Optional.of(seen.with(wanted))
                    : Optional.empty();
        });
    }

    /**
     * Repeats the given function until the function returns a value. The function returns empty if another process has changed the ledger row.
     */
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
