package io.snowflakeid.generator;

import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A ledger's server: each request is carried out in one step, by the rules that every ledger keeps, against a clock that can be stepped. */
final class SimulatedLedger {

    /** What a process sends; one statement of a real ledger each. */
    sealed interface Request {
        /** Grants any worker that is free. Answered by a grant, or by none. */
        record Grant(String token, String holder) implements Request {}

        /** Moves a window's end. Answered by the grant as it was written, or by none. */
        record Extend(WorkerGrant grant, long position) implements Request {}

        /** Gives a worker back. Answered by true or false. */
        record GiveBack(WorkerGrant grant, long mark) implements Request {}
    }

    private final long firstWorker;
    private final long lastWorker;
    private final LedgerRules rules;
    private final TreeMap<Long, WorkerRow> rows = new TreeMap<>();
    private long clockNanos;
    private long opensAt;
    private long furthest;

    /** A ledger of these workers, which are a part of all where several ledgers make a group. */
    SimulatedLedger(long firstWorker, long lastWorker, long startNanos) {
        this.firstWorker = firstWorker;
        this.lastWorker = lastWorker;
        rules = new LedgerRules(SimulatedWorld.LAYOUT, SimulatedWorld.WINDOW);
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

    /** Every row is lost, and the ledger is marked as recovered: no window begins before every granted window has ended. */
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
            return rules.candidates(rows, firstWorker, lastWorker, nowTick()).stream()
                    .flatMap(List::stream)
                    .flatMap(worker -> granted(worker, wanted).stream())
                    .findFirst();
        }
        if (request instanceof Request.Extend extend) {
            WorkerGrant grant = extend.grant();
            Optional<WorkerRow> row = rules.renewed(rows.get(grant.worker()), grant, nowTick(), extend.position());
            row.ifPresent(written -> write(grant.worker(), written));
            return row.map(written -> grant(grant.worker(), written, grant.token()));
        }
        Request.GiveBack back = (Request.GiveBack) request;
        WorkerGrant grant = back.grant();
        Optional<WorkerRow> row = rules.released(rows.get(grant.worker()), grant.token(), back.mark());
        row.ifPresent(written -> write(grant.worker(), written));
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
}
