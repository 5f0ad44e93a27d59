package io.snowflakeid;

import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A ledger's server: each request is carried out in one step, by the rules that every ledger keeps, against a clock that can be stepped. */
final class SimulatedLedger {

    /** What a process sends; one statement of a real ledger each. */
    sealed interface Request {
        /** Grants any worker that is free. Answered by a grant, or by none. */
        record Grant(String token, String holder) implements Request {}

        /** Moves a window's end. Answered by the grant as it was written, or by none. */
        record Extend(WorkerGrant grant, long position, String holder) implements Request {}

        /** Gives a worker back. Answered by true or false. */
        record GiveBack(WorkerGrant grant, long mark, String holder) implements Request {}
    }

    private static final int CANDIDATES = 4;

    private final long firstWorker;
    private final long lastWorker;
    private final LedgerRules rules;
    private final long windowTicks;
    private final PlantedBug bug;
    private final TreeMap<Long, WorkerRow> rows = new TreeMap<>();
    private long clockNanos;
    private long opensAt;
    private long furthest;

    /** A ledger of these workers, which are a part of all where several ledgers make a group. */
    SimulatedLedger(long firstWorker, long lastWorker, long startNanos, PlantedBug bug) {
        this.firstWorker = firstWorker;
        this.lastWorker = lastWorker;
        this.bug = bug;
        rules = new LedgerRules(SimulatedWorld.LAYOUT, SimulatedWorld.WINDOW);
        windowTicks = SimulatedWorld.WINDOW.dividedBy(SimulatedWorld.LAYOUT.tick());
        clockNanos = startNanos;
    }

    boolean has(long worker) {
        return worker >= firstWorker && worker <= lastWorker;
    }

    void pass(long nanos) {
        clockNanos += nanos;
    }

    long nowTick() {
        return rules.tickAt(clockNanos);
    }

    /** Every row is gone; whoever restores it lets no window begin before all that may have been granted have ended. */
    void forgetAndRecover() {
        rows.clear();
        opensAt = furthest;
    }

    private void write(long worker, WorkerRow row) {
        rows.put(worker, row);
        furthest = Math.max(furthest, row.until());
    }

    Object carryOut(Request request) {
        if (request instanceof Request.Grant wanted) {
            return rules.candidates(rows, firstWorker, lastWorker, nowTick(), CANDIDATES).stream()
                    .flatMap(List::stream)
                    .flatMap(worker -> granted(worker, wanted).stream())
                    .findFirst();
        }
        if (request instanceof Request.Extend extend) {
            WorkerGrant grant = extend.grant();
            Optional<WorkerRow> row = extended(rows.get(grant.worker()), extend);
            row.ifPresent(written -> write(grant.worker(), written));
            return row.map(written -> grant(grant.worker(), written, grant.token()));
        }
        Request.GiveBack back = (Request.GiveBack) request;
        Optional<WorkerRow> row = givenBack(rows.get(back.grant().worker()), back);
        row.ifPresent(written -> write(back.grant().worker(), written));
        return row.isPresent();
    }

    private Optional<WorkerGrant> granted(long worker, Request.Grant wanted) {
        Optional<WorkerRow> row = rules.granted(rows.get(worker), nowTick(), opensAt, wanted.token(), wanted.holder());
        row.ifPresent(written -> write(worker, written));
        return row.map(written -> grant(worker, written, wanted.token()));
    }

    private WorkerGrant grant(long worker, WorkerRow row, String token) {
        return rules.grant(0, worker, row, token, clockNanos);
    }

    private Optional<WorkerRow> extended(@Nullable WorkerRow present, Request.Extend extend) {
        WorkerGrant grant = extend.grant();
        long position = extend.position();
        switch (bug) {
            case GUARD_BY_VALUE -> {
                return present != null && present.holder().equals(extend.holder()) && present.token() != null
                        ? rules.renewed(present, present.token(), nowTick(), position)
                        : Optional.empty();
            }
            case RENEW_LOWERS_THE_MARK -> {
                return rules.renewed(present, grant.token(), nowTick(), position)
                        .map(row -> new WorkerRow(
                                row.from(),
                                Math.max(row.from() + 1, nowTick() + windowTicks),
                                nowTick() + 2 * windowTicks,
                                row.token(),
                                row.holder()));
            }
            case REINSERT_OF_A_MISSING_ROW -> {
                long begin = Math.max(nowTick(), position);
                return present == null
                        ? Optional.of(new WorkerRow(
                                grant.from(),
                                Math.max(grant.until(), begin + windowTicks),
                                Math.max(grant.until(), begin) + 2 * windowTicks,
                                grant.token(),
                                extend.holder()))
                        : rules.renewed(present, grant.token(), nowTick(), position);
            }
            default -> {
                return rules.renewed(present, grant.token(), nowTick(), position);
            }
        }
    }

    private Optional<WorkerRow> givenBack(@Nullable WorkerRow present, Request.GiveBack back) {
        boolean guarded =
                switch (bug) {
                    case RELEASE_WITHOUT_TOKEN -> present != null;
                    case GUARD_BY_VALUE -> present != null && present.holder().equals(back.holder());
                    default -> present != null && back.grant().token().equals(present.token());
                };
        if (!guarded || present == null || present.token() == null) {
            return Optional.empty();
        }
        return rules.released(present, present.token(), back.mark());
    }
}
