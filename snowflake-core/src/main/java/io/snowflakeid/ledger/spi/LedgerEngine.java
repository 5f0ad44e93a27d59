package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads rows from a store, applies {@link LedgerRules} to the rows, and writes the changed rows. This class is thread-safe. */
final class LedgerEngine {

    private static final System.Logger LOG = ApplicationLog.of(StoreWorkerLedger.class);

    private static final Duration FARTHEST_CLOCK = Duration.ofHours(1);
    private static final int MOST_LOCK_WAITS = 3;
    private static final int HOLDERS_SHOWN = 5;
    private static final String NO_PROOF = "";

    private final LedgerSettings settings;
    private final SnowflakeLayout layout;
    private final LedgerRules rules;
    private final LedgerHome home;
    private final String clock;
    private final TimeSource time; // the clocks of this machine

    LedgerEngine(LedgerSettings settings, LedgerRules rules, LedgerHome home, LedgerStore store, TimeSource time) {
        this.settings = settings;
        layout = settings.layout();
        this.rules = rules;
        this.home = home;
        clock = store.name() + "'s clock";
        this.time = time;
    }

    private long nowTick(LedgerReading seen) {
        return rules.tickAt(seen.ledgerNanos());
    }

    private boolean hasForgotten(LedgerReading seen, WorkerGrant grant) {
        return rules.hasForgotten(seen.row(), grant, nowTick(seen));
    }

    private static boolean isWrittenByThisServer(LedgerReading seen) {
        return seen.server().isEmpty() || seen.server().equals(seen.state().server());
    }

    /** Rejects a time of the ledger's clock that is more than {@link #FARTHEST_CLOCK} from this machine's time, or outside the layout. */
    void requireTime(long ledgerNanos, long wallNanos) {
        if (Math.abs(ledgerNanos - wallNanos) > FARTHEST_CLOCK.toNanos()) {
            throw new WorkerLedgerException(
                    Reason.CLOCK_WRONG,
                    clock + " shows " + Instant.ofEpochSecond(0, ledgerNanos) + ", this machine's "
                            + Instant.ofEpochSecond(0, wallNanos) + ", allowed are " + FARTHEST_CLOCK.toMinutes()
                            + " minutes between them: correct the wrong one");
        }
        rules.requireTick(clock, ledgerNanos);
    }

    private void requireOpen(LedgerReading seen, String ledger) {
        if (home.isSilent(seen)) {
            throw new WorkerLedgerException(
                    Reason.NOT_OPEN,
                    ledger + " grants no worker before "
                            + layout.timestampOf(seen.state().opensAt())
                            + ", when all windows have ended that it may have forgotten, and its clock shows "
                            + Instant.ofEpochSecond(0, seen.ledgerNanos())
                            + ": try again then, or correct its server's clock; docs/worker-ids.md says how to keep a store from"
                            + " losing data");
        }
    }

    private record Listed(long nowTick, Map<Long, WorkerRow> rows) {}

    /**
     * Grants a worker.
     *
     * @param ledger the name of the ledger, for messages
     * @throws WorkerLedgerException if no worker is free, or if windows that the store has lost may not have ended yet
     */
    WorkerGrant acquire(LedgerSession session, String token, long wallNanos, String ledger) {
        Listed listed = session.atomically(() -> {
            LedgerReading seen = noted(session, wallNanos, NO_PROOF, 0);
            requireOpen(seen, ledger);
            Map<Long, WorkerRow> rows = session.rows().stream()
                    .filter(placed -> placed.datacenter() == settings.datacenter())
                    .collect(Collectors.toMap(PlacedRow::worker, PlacedRow::row));
            return new Listed(nowTick(seen), rows);
        });
        return firstGranted(session, listed, token).orElseThrow(() -> allTaken(listed));
    }

    private Optional<WorkerGrant> firstGranted(LedgerSession session, Listed listed, String token) {
        int lockWaits = 0;
        for (List<Long> candidates :
                rules.candidates(listed.rows(), settings.firstWorker(), settings.lastWorker(), listed.nowTick())) {
            List<Long> workers = new ArrayList<>(candidates);
            for (int i = 0; i < workers.size(); i++) {
                long worker = workers.get(i);
                try {
                    Optional<WorkerGrant> granted =
                            granted(session, worker, listed.rows().containsKey(worker), token);
                    if (granted.isPresent()) {
                        return granted;
                    }
                } catch (StoreFailure e) {
                    // an INSERT waits for another transaction that inserts the same row
                    lockWaits++;
                    if (!e.isOfLockedRow() || lockWaits == MOST_LOCK_WAITS) {
                        throw e;
                    }
                }
                if (i == 0) { // other processes try the same workers in the same order
                    Collections.shuffle(workers.subList(1, workers.size()));
                }
            }
        }
        return Optional.empty();
    }

    /** Grants a worker, or returns empty if the worker is in use or if another transaction has locked its row. */
    private Optional<WorkerGrant> granted(LedgerSession session, long worker, boolean isKnown, String token) {
        Optional<WorkerGrant> granted = session.atomically(() -> {
            LedgerReading seen = home.read(session, isKnown ? Access.TAKE : Access.LOOK, worker);
            requireOpen(seen, settings.name());
            if (isKnown == (seen.row() == null) || !isWrittenByThisServer(seen)) {
                return Optional.empty();
            }
            long opensAt = seen.state().opensAt();
            return rules.granted(seen.row(), nowTick(seen), opensAt, token, settings.holder())
                    .flatMap(row -> written(session, seen, row, token));
        });
        return granted.filter(grant -> isConfirmed(session, grant));
    }

    private Optional<WorkerGrant> written(LedgerSession session, LedgerReading seen, WorkerRow row, String token) {
        // grant() is called before write(), because grant() throws an exception if the layout has no ticks left
        WorkerGrant grant = grant(seen, row, token);
        return session.write(seen, row) ? Optional.of(grant) : Optional.empty();
    }

    private WorkerGrant grant(LedgerReading seen, WorkerRow row, String token) {
        return rules.grant(seen.datacenter(), seen.worker(), row, token, seen.ledgerNanos());
    }

    /**
     * Reads a committed grant again, and throws {@link WorkerLedgerException} if the grant is not visible. If another process has delayed the start
     * of new windows, the method releases the grant and returns false.
     */
    private boolean isConfirmed(LedgerSession session, WorkerGrant grant) {
        if (session.guardsNamespace()) {
            return true;
        }
        LedgerReading seen = session.atomically(() -> home.read(session, Access.LOOK, grant.worker()));
        boolean isReadable = !hasForgotten(seen, grant);
        if (isReadable && seen.state().opensAt() <= grant.from()) {
            return true;
        }
        Step released = change(session, grant.worker(), now -> rules.released(now.row(), grant.token(), grant.from()));
        if (!isReadable && released.row().isPresent()) {
            throw new WorkerLedgerException(
                    Reason.UNREACHABLE,
                    "what was committed for worker " + grant.worker()
                            + " cannot be read: a read/write splitter, or a proxy, reads from a copy that"
                            + " lags behind; give the ledger a data source that reads where it writes");
        }
        return false;
    }

    private WorkerLedgerException allTaken(Listed listed) {
        Map<Long, WorkerRow> held = new TreeMap<>(listed.rows());
        held.values().removeIf(row -> rules.isFree(row, listed.nowTick()));
        String holders = held.entrySet().stream()
                .limit(HOLDERS_SHOWN)
                .map(entry -> entry.getKey() + " by "
                        + VisibleText.of(entry.getValue().holder()) + " until "
                        + layout.timestampOf(entry.getValue().until()))
                .collect(Collectors.joining(", "));
        int more = held.size() - HOLDERS_SHOWN;
        long firstFree = held.values().stream()
                .mapToLong(WorkerRow::quarantinedUntil)
                .min()
                .orElse(listed.nowTick());
        return new WorkerLedgerException(
                Reason.WORKERS_TAKEN,
                "all " + (settings.lastWorker() - settings.firstWorker() + 1) + " workers of " + settings.name()
                        + " are taken (" + holders + (more > 0 ? ", and " + more + " more" : "")
                        + "): stop a process, or use a layout with more worker bits; a worker whose process has crashed is"
                        + " free one window after that time, the first one at " + layout.timestampOf(firstFree)
                        + ": then start again");
    }

    /**
     * Finds and renews the grant with the given token after the store's reply to the acquire request was lost. After a committed
     * renewal, the grant of the worker is durable. The method returns empty if no worker row contains the given token.
     */
    Optional<WorkerGrant> adopt(LedgerSession session, String token) {
        return session.atomically(session::rows).stream()
                .filter(placed -> placed.datacenter() == settings.datacenter()
                        && token.equals(placed.row().token()))
                .map(placed -> rules.grant(placed.datacenter(), placed.worker(), placed.row(), token, time.wallNanos()))
                .findFirst()
                .flatMap(read -> renew(session, read, read.from()))
                .filter(grant -> isConfirmed(session, grant));
    }

    Optional<WorkerGrant> renew(LedgerSession session, WorkerGrant grant, long positionTick) {
        Step step =
                changeWithProof(session, grant, seen -> rules.renewed(seen.row(), grant, nowTick(seen), positionTick));
        if (step.row().isEmpty() && hasForgotten(step.seen(), grant)) {
            // the new window begins after the end of all windows that the store has lost
            String ledger = settings.name() + " has forgotten worker " + grant.worker()
                    + ", whose ids go on until the end of its window, and";
            return Optional.of(acquire(session, LedgerRules.freshToken(), time.wallNanos(), ledger));
        }
        return step.row().map(row -> grant(step.seen(), row, grant.token()));
    }

    /** Releases a worker. The method returns empty if the worker's row does not contain the grant's token. */
    Optional<WorkerRow> release(LedgerSession session, WorkerGrant grant, long firstUnusedTick) {
        return changeWithProof(session, grant, seen -> rules.released(seen.row(), grant.token(), firstUnusedTick))
                .row();
    }

    /** @param row the written row, or empty if no row was written */
    private record Step(LedgerReading seen, Optional<WorkerRow> row) {}

    /** Reads the row of a worker, and writes the row that {@code rule} returns. */
    private Step change(LedgerSession session, long worker, Function<LedgerReading, Optional<WorkerRow>> rule) {
        return home.untilUnchanged(session, "the row of worker " + worker, () -> {
            LedgerReading seen = home.read(session, Access.CHANGE, worker);
            Optional<WorkerRow> wanted = rule.apply(seen);
            return wanted.isEmpty() || session.write(seen, wanted.get())
                    ? Optional.of(new Step(seen, wanted))
                    : Optional.empty();
        });
    }

    /** Changes the row of a worker. If the store may have lost grants, the engine changes the namespace before the row of the worker. */
    private Step changeWithProof(
            LedgerSession session, WorkerGrant grant, Function<LedgerReading, Optional<WorkerRow>> rule) {
        Step first =
                change(session, grant.worker(), seen -> provesLoss(seen, grant) ? Optional.empty() : rule.apply(seen));
        if (!provesLoss(first.seen(), grant)) {
            return first;
        }
        if (hasForgotten(first.seen(), grant)) {
            String proof = "a grant of worker " + grant.worker() + " is gone, by a restore or a failover";
            noted(session, time.wallNanos(), proof, grant.until());
        } else {
            noted(session, time.wallNanos(), NO_PROOF, 0);
        }
        return change(session, grant.worker(), rule);
    }

    private boolean provesLoss(LedgerReading seen, WorkerGrant grant) {
        return hasForgotten(seen, grant) || !isWrittenByThisServer(seen);
    }

    /**
     * Stores the length of the longest window and the name of the server in the namespace. If the store may have lost grants, the ledger starts new
     * windows only after the end of all lost windows.
     *
     * @param proof the description of lost grants for the log, or an empty text if no grant is known to be lost
     * @param lostUntil the end of the lost window in ticks, or 0 if the end is unknown
     */
    private LedgerReading noted(LedgerSession session, long wallNanos, String proof, long lostUntil) {
        return home.changed(session, seen -> {
            requireTime(seen.ledgerNanos(), wallNanos);
            LedgerState before = seen.state();
            LedgerState state = before.withWindow(home.longestWindow()).writtenBy(seen.server());
            boolean isSameServer = isWrittenByThisServer(seen);
            if (proof.isEmpty() && isSameServer) {
                return state;
            }
            // if the ledger already delays new windows, the delay only has to last until the lost window has ended
            boolean isKnownLoss = lostUntil > 0 && isSameServer && home.isSilent(seen);
            long safe = isKnownLoss ? 0 : rules.opensAfterLoss(nowTick(seen), state.longestWindow());
            LedgerState later = state.openingNotBefore(Math.max(safe, lostUntil));
            if (later.opensAt() > before.opensAt()) {
                LOG.log(
                        Level.WARNING,
                        "{0} may have lost grants ({1}): to be safe, no window begins before {2}",
                        settings.name(),
                        isSameServer ? proof : "its server is " + seen.server() + ", and was " + before.server(),
                        layout.timestampOf(later.opensAt()));
            }
            return later;
        });
    }

    /** Delays new windows until all windows that may be lost have ended, and returns the first allowed tick. */
    long openLater(LedgerSession session) {
        return noted(session, time.wallNanos(), "it is marked as recovered", 0)
                .state()
                .opensAt();
    }
}
