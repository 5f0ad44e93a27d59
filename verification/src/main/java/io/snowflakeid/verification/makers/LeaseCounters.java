package io.snowflakeid.verification.makers;

import io.snowflakeid.generator.GeneratorListener;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of a generator's leases, including moves to another ledger of a group. */
final class LeaseCounters implements GeneratorListener {

    private final LongAdder granted = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private final LongAdder renewed = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicBoolean held = new AtomicBoolean();

    @Override
    public void acquired(long datacenter, long worker, Instant until) {
        (held.getAndSet(true) ? moved : granted).increment();
    }

    @Override
    public void renewed(long datacenter, long worker, Instant until) {
        renewed.increment();
    }

    @Override
    public void renewalFailed(Instant until, Throwable reason) {
        failed.increment();
    }

    @Override
    public void lost(long datacenter, long worker) {
        held.set(false);
        lost.increment();
    }

    Map<String, Long> sums() {
        return Map.of(
                "leasesGranted", granted.sum() + moved.sum(),
                "leasesReplaced", Math.max(0, granted.sum() - 1),
                "leasesMoved", moved.sum(),
                "renewals", renewed.sum(),
                "renewalsRefused", lost.sum(),
                "ledgerFailures", failed.sum());
    }
}
