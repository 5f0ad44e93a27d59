package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Offline;
import io.snowflakeid.LeaseRenewal.Failure;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A generator's lease as its callers see it: they take ids from it, wait for the next window or get an exception that says why there is none, take
 * it offline and back, and close it. {@link LeaseRenewal} calls the ledger, on another thread.
 */
final class LeaseKeeper extends IdIssuer.Leases implements AutoCloseable, WallTicks.TooFarBack {

    /** A caller that waits for a window looks for one again after this, or after an eighth of its wait so far, so that many wait cheaply. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final GeneratorSettings settings;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final LeaseRenewal renewal;
    private final LeaseCycle cycle;

    private final AtomicLong issued = new AtomicLong(); // the highest count that was ever returned

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        time = settings.time();
        renewal = new LeaseRenewal(settings, events, this);
        cycle = renewal.cycle();
        events.awaitDelivery(settings.maxWait());
    }

    @Override
    Lease lease() {
        return cycle.lease();
    }

    @Override
    IdClock clock() {
        return renewal.clock();
    }

    /** With another time source than the machine's, which may stand still, each call looks at the clock. */
    @Override
    boolean watchLimit(IdIssuer issuer) {
        return time == TimeSource.system() && LimitExpirer.SHARED.watch(issuer);
    }

    /** Since when the clock policy has kept the generator offline, by the wall clock; null if it has not. */
    @Nullable
    Instant offlineSince() {
        Offline state = cycle.offline();
        return state == null ? null : state.since();
    }

    boolean isClosed() {
        return cycle.isClosed();
    }

    /** How many ids were taken, over all leases; never less than read before. */
    long issued() {
        return issued.accumulateAndGet(cycle.issued(), Math::max);
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
        if (renewal.failure() == null) { // else the next attempt is scheduled
            renewal.renewNow();
        }
        // by the machine's clock: another one may stand still
        try (Deadline deadline = new Deadline(TimeSource.system(), patience)) {
            while (cycle.isServing() && !hasNewWindow(spent, spentUntil) && !deadline.isOver()) {
                deadline.park(Math.max(LOOK_AGAIN_NANOS, deadline.waitedNanos() / 8));
            }
            return waitedNanos + deadline.waitedNanos();
        }
    }

    private boolean hasNewWindow(Lease spent, long spentUntil) {
        return lease() != spent || spent.untilTick() > spentUntil;
    }

    // ---- why there is no id

    private NoIdAvailableException noWindow(Lease spent, long waitedNanos, @Nullable Failure failure) {
        SnowflakeLayout layout = settings.layout();
        if (spent.untilTick() > layout.maxTick()) {
            return none(
                    waitedNanos,
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt()
                            + ": move to a layout with more timestamp bits",
                    null);
        }
        Instant askedSince = renewal.askedSince();
        String asked = askedSince == null ? "" : ", though asked since " + askedSince;
        String why = failure == null
                ? asked
                : " since " + failure.since() + " (" + failure.reason().getMessage() + ")";
        return none(
                waitedNanos,
                whatEnded(spent, layout.timestampOf(spent.untilTick())) + " and "
                        + settings.ledger().describe() + " has granted no other" + why + "; waited "
                        + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms, allowed are "
                        + settings.maxWait().toMillis()
                        + " ms: it is asked again all the time, and ids go on by themselves once it answers",
                failure == null ? null : failure.reason());
    }

    private String whatEnded(Lease spent, Instant end) {
        String worker = "worker " + spent.grant().name();
        return spent.isClosed() && wallClock().isBefore(end)
                ? worker + " was lost before its window ended"
                : "the window of " + worker + " ended at " + end;
    }

    @Override
    void requireServing(long waitedNanos) {
        if (cycle.isClosed()) {
            throw none(waitedNanos, generator() + " is closed: take ids before it is closed, or build a new one", null);
        }
        Offline state = cycle.offline();
        if (state != null) {
            throw none(
                    waitedNanos,
                    generator() + " is offline since " + state.since() + ", when the wall clock was "
                            + ClockPolicy.millis(state.behindNanos())
                            + " ms behind its highest reading, more than clock policy "
                            + settings.clockPolicy()
                            + " bears: correct the clock, then call resume() on the generator",
                    null);
        }
    }

    private String generator() {
        return "the generator of worker " + lease().grant().name();
    }

    private static NoIdAvailableException none(long waitedNanos, String message, @Nullable Throwable cause) {
        return new NoIdAvailableException(message, TimeUnit.NANOSECONDS.toMillis(waitedNanos), cause);
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    // ---- offline and back

    @Override
    public void goOffline(long behindNanos, BooleanSupplier isStillSo) {
        if (cycle.goOffline(new Offline(wallClock(), behindNanos), isStillSo)) {
            renewal.renewNow(); // gives the worker back
            events.wentOffline(lease().grant().name(), settings.clockPolicy(), behindNanos);
        }
        requireServing(0);
    }

    /** See {@link SnowflakeIdGenerator#resume}. */
    boolean resume() {
        if (cycle.isServing() || !renewal.resume()) {
            return false;
        }
        events.awaitDelivery(settings.maxWait());
        return true;
    }

    /** Ends the lease at once, gives the worker back and delivers the last events; waits no longer than {@code maxWait}. */
    @Override
    public void close() {
        if (cycle.close()) {
            long start = TimeSource.system().nanos();
            renewal.end();
            events.close(settings.maxWait().minusNanos(TimeSource.system().nanos() - start));
        }
    }
}
