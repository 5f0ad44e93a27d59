package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.generator.LeaseCycle.Offline;
import io.snowflakeid.generator.LeaseRenewal.Failure;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Gives the current lease to callers, and lets callers wait for a new window. A background thread of {@link LeaseRenewal} calls the ledger. */
final class LeaseKeeper extends IdIssuer.Leases implements AutoCloseable, WallTicks.TooFarBack {

    private final GeneratorSettings settings;
    private final GeneratorEvents events;
    private final LeaseRenewal renewal;
    private final LeaseCycle cycle;

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        renewal = new LeaseRenewal(settings, events, this);
        cycle = renewal.cycle;
        events.awaitDelivery(settings.maxWait());
    }

    @Override
    Lease lease() {
        return cycle.lease();
    }

    @Override
    IdClock clock() {
        return renewal.clock;
    }

    /** Returns false for a custom time source, so that each call for ids reads the clock. */
    @Override
    boolean watchLimit(IdIssuer issuer) {
        return settings.time() == TimeSource.system() && issuer.watchLimit();
    }

    LeaseCycle cycle() {
        return cycle;
    }

    @Override
    long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
        long patience = settings.maxWait().toNanos() - waitedNanos;
        requireServing(waitedNanos);
        if (hasNewWindow(spent, spentUntil)) {
            return waitedNanos;
        }
        if (!renewal.renews() || patience <= 0) {
            throw noWindow(spent, waitedNanos, renewal.failure());
        }
        if (renewal.failure() == null) { // after a failure, the next attempt is already scheduled
            renewal.renewNow();
        }
        return waitedNanos + Deadline.await(patience, () -> !cycle.isServing() || hasNewWindow(spent, spentUntil));
    }

    private boolean hasNewWindow(Lease spent, long spentUntil) {
        return lease() != spent || spent.untilTick() > spentUntil;
    }

    private NoIdAvailableException noWindow(Lease spent, long waitedNanos, @Nullable Failure failure) {
        SnowflakeLayout layout = settings.layout();
        if (spent.untilTick() > layout.maxTick()) {
            return new NoIdAvailableException(
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt()
                            + ": move to a layout with more timestamp bits",
                    waitedNanos,
                    null);
        }
        String why = failure == null
                ? ""
                : " since " + failure.since() + " (" + failure.reason().getMessage() + ")";
        return new NoIdAvailableException(
                whatEnded(spent, layout.timestampOf(spent.untilTick())) + " and "
                        + settings.ledger().describe() + " has granted no other" + why + "; waited "
                        + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms, maxWait is "
                        + settings.maxWait().toMillis()
                        + " ms: the generator keeps asking the ledger, and ids go on by themselves once it answers",
                waitedNanos,
                failure == null ? null : failure.reason());
    }

    private String whatEnded(Lease spent, Instant end) {
        String worker = "worker " + spent.grant().name();
        return spent.isClosed() && settings.wallClock().isBefore(end)
                ? worker + " was lost before its window ended"
                : "the window of " + worker + " ended at " + end;
    }

    @Override
    void requireServing(long waitedNanos) {
        Offline state = cycle.offline();
        if (cycle.isClosed()) {
            throw new NoIdAvailableException(
                    generator() + " is closed: take ids before it is closed, or build a new one", waitedNanos, null);
        }
        if (state != null) {
            throw new NoIdAvailableException(
                    generator() + " is offline since " + state.since() + ", when the wall clock was "
                            + ClockPolicy.millis(state.behindNanos())
                            + " ms behind its highest reading, more than clock policy " + settings.clockPolicy()
                            + " allows: correct the clock, then call resume() on the generator",
                    waitedNanos,
                    null);
        }
    }

    private String generator() {
        return "the generator of worker " + lease().grant().name();
    }

    @Override
    public void goOffline(long behindNanos, BooleanSupplier isStillSo) {
        if (cycle.goOffline(new Offline(settings.wallClock(), behindNanos), isStillSo)) {
            events.wentOffline(lease().grant().name(), settings.clockPolicy(), behindNanos);
            renewal.renewNow(); // this request releases the worker
        }
        requireServing(0);
    }

    boolean resume() {
        if (cycle.isServing() || !renewal.resume()) {
            return false;
        }
        events.awaitDelivery(settings.maxWait());
        return true;
    }

    @Override
    public void close() {
        if (cycle.close()) {
            long start = TimeSource.system().nanos();
            renewal.end();
            events.close(settings.maxWait().minusNanos(TimeSource.system().nanos() - start));
        }
    }
}
