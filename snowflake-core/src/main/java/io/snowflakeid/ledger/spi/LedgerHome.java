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
 * The namespace of a ledger in its store. The first process creates the namespace. Each reading compares the namespace with the settings of this
 * process, and with the ledger of the first reading. A change is written only if the namespace is unchanged. Thread-safe.
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

    /** Returns true while the store may have lost windows that have not ended. The ledger grants no worker while the result is true. */
    boolean isSilent(LedgerReading seen) {
        return store.mayForgetAll()
                && rules.tickAt(seen.ledgerNanos()) < seen.state().opensAt();
    }

    /** Returns the window of this process in ticks, or at least 2 min in ticks if the store can lose all data. */
    long longestWindow() {
        return store.mayForgetAll()
                ? Math.max(
                        settings.windowTicks(),
                        LedgerRules.LONGEST_IN_MEMORY.dividedBy(
                                settings.layout().tick()))
                : settings.windowTicks();
    }

    /** Creates a namespace that was never used, and therefore has lost no window. The method returns false if the namespace exists. */
    boolean createUnused(LedgerSession session) {
        // the id is fresh, because a store may report a repeated write as done
        LedgerState fresh = LedgerState.fresh(settings, LedgerRules.freshToken(), longestWindow());
        return session.atomically(() -> session.create(fresh));
    }

    LedgerReading readFirst(LedgerSession session) {
        return session.atomically(() -> read(session, Access.LOOK, settings.firstWorker()));
    }

    /** Reads a row with its namespace. The ledger must be the same as in the first reading of this process. */
    LedgerReading read(LedgerSession session, Access access, long worker) {
        LedgerReading seen = session.read(access, settings.datacenter(), worker)
                .or(() -> readCreated(session, access, worker))
                .orElseThrow(this::isGone);
        seen.state().requireSame(settings);
        String id = seen.state().ledgerId();
        if (!ledgerId.compareAndSet(null, id) && !id.equals(ledgerId.get())) {
            // another process has created the namespace again
            boolean isCreatedAfterLoss = isSilent(seen) && session.rows().isEmpty();
            if (!isCreatedAfterLoss) {
                throw isAnother(id);
            }
            ledgerId.set(id);
        }
        session.requirePlace(seen.state().place());
        return seen;
    }

    /** Creates the namespace on the first reading, or if the store may have lost the namespace. Another process may create the namespace first. */
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

    /** Stores the state that the function returns if the state has changed. The method returns the reading with the new state. */
    LedgerReading changed(LedgerSession session, Function<LedgerReading, LedgerState> change) {
        return untilUnchanged(session, "namespace '" + settings.namespace() + "'", () -> {
            LedgerReading seen = readFirst(session);
            LedgerState wanted = change.apply(seen);
            return wanted.equals(seen.state()) || session.write(seen, wanted)
                    ? Optional.of(seen.with(wanted))
                    : Optional.empty();
        });
    }

    /** Repeats a step that returns empty because another process wrote between the step's reading and its writing. */
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
