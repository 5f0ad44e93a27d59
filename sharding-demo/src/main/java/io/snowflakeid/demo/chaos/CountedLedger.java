package io.snowflakeid.demo.chaos;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** A ledger whose grants, renewals and failures are counted; of a group also how often a lease went on in another of its ledgers. */
final class CountedLedger implements WorkerLedger {

    private final WorkerLedger ledger;
    private final LongAdder granted = new LongAdder();
    private final LongAdder renewed = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();

    CountedLedger(WorkerLedger ledger) {
        this.ledger = ledger;
    }

    Map<String, Long> counters() {
        return Map.of(
                "leasesGranted", granted.sum() + moved.sum(),
                "leasesReplaced", Math.max(0, granted.sum() - 1),
                "leasesMoved", moved.sum(),
                "renewals", renewed.sum(),
                "renewalsRefused", refused.sum(),
                "ledgerFailures", failed.sum());
    }

    @Override
    public WorkerGrant acquire(long wallNanos) {
        try {
            WorkerGrant grant = ledger.acquire(wallNanos);
            granted.increment();
            return grant;
        } catch (RuntimeException e) {
            failed.increment();
            throw e;
        }
    }

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        try {
            Optional<WorkerGrant> now = ledger.renew(grant, positionTick);
            counterFor(grant, now).increment();
            return now;
        } catch (RuntimeException e) {
            failed.increment();
            throw e;
        }
    }

    private LongAdder counterFor(WorkerGrant before, Optional<WorkerGrant> now) {
        if (now.isEmpty()) {
            return refused;
        }
        return now.get().token().equals(before.token()) ? renewed : moved;
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        try {
            ledger.release(grant, firstUnusedTick);
        } catch (RuntimeException e) {
            failed.increment();
            throw e;
        }
    }

    @Override
    public SnowflakeLayout layout() {
        return ledger.layout();
    }

    @Override
    public Duration renewEvery() {
        return ledger.renewEvery();
    }

    @Override
    public boolean hasClock() {
        return ledger.hasClock();
    }

    @Override
    public String describe() {
        return ledger.describe();
    }
}
