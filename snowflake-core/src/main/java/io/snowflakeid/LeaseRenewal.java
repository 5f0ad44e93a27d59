package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Request;
import io.snowflakeid.LeaseCycle.Request.Release;
import io.snowflakeid.LeaseCycle.Request.Renew;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls the ledger: {@link LeaseCycle} decides for what, here it is decided when. A lease is renewed now and then, at once when callers wait,
 * and at growing intervals after a failure. All calls run on one thread, one at a time.
 */
final class LeaseRenewal {

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Why the ledger gave no answer, and since when. */
    record Failure(Instant since, Throwable reason) {}

    private final WorkerLedger ledger;
    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final Duration maxWait;
    private final GeneratorEvents events;
    private final long renewEveryNanos; // 0 if that is never
    private final SerialExecutor executor = new SerialExecutor("snowflake-lease-keeper", true);
    private final IdClock clock;
    private final LeaseCycle cycle;

    private boolean isUrgent; // guarded by this
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant askedSince;
    // of the executor's thread
    private long retryNanos = FIRST_RETRY_NANOS;
    private @Nullable Lease reported; // as acquired; null once it was reported as lost

    /** Begins by acquiring a worker. The clock of ids starts at what the ledger's clock read when it granted that. */
    LeaseRenewal(GeneratorSettings settings, GeneratorEvents events, WallTicks.TooFarBack tooFarBack) {
        this.events = events;
        ledger = settings.ledger();
        layout = settings.layout();
        time = settings.time();
        maxWait = settings.maxWait();
        renewEveryNanos = ledger.renewEvery().toNanos();
        try {
            WorkerGrant first = executor.call(this::acquire);
            clock = IdClock.of(settings, first.ledgerNanos(), events, tooFarBack);
            cycle = new LeaseCycle(layout, first, clock);
        } catch (RuntimeException | Error e) {
            end(() -> {});
            throw e;
        }
        reportChange();
        scheduleAfter(jittered(renewEveryNanos));
    }

    private WorkerGrant acquire() {
        return ledger.acquire(time.wallNanos());
    }

    LeaseCycle cycle() {
        return cycle;
    }

    IdClock clock() {
        return clock;
    }

    /** Whether the lease is ever renewed. */
    boolean renews() {
        return renewEveryNanos > 0;
    }

    /** Why the ledger's last answer was none; null if it has answered. */
    @Nullable
    Failure failure() {
        return failure;
    }

    /** Since when the ledger is being asked; null if it is not. */
    @Nullable
    Instant askedSince() {
        return askedSince;
    }

    // ---- when

    synchronized void renewNow() {
        isUrgent = true;
        executor.schedule(this::renew, 0);
    }

    /** In place of what was scheduled before, unless that is urgent and has not begun yet. */
    private synchronized void scheduleAfter(long nanos) {
        if (isUrgent || renews()) {
            executor.schedule(this::renew, isUrgent ? 0 : nanos);
        }
    }

    private void renew() {
        synchronized (this) {
            isUrgent = false;
        }
        long delay = Math.min(LAST_RETRY_NANOS, renewEveryNanos);
        try {
            delay = renewOrReplace();
        } finally { // whatever fails there, a clock or a log: without a next time, ids would end for good
            scheduleAfter(delay);
        }
    }

    /** Returns how long to wait until the next time. */
    private long renewOrReplace() {
        askedSince = wallClock();
        try {
            processRequests();
            Failure before = failure;
            failure = null;
            retryNanos = FIRST_RETRY_NANOS;
            if (before != null) {
                events.ledgerAnswersAgain(ledger.describe(), before.since());
            }
            return jittered(renewEveryNanos);
        } catch (RuntimeException | Error e) {
            return noteFailure(e);
        } finally {
            askedSince = null;
        }
    }

    private long noteFailure(Throwable reason) {
        Failure before = failure;
        failure = new Failure(before == null ? wallClock() : before.since(), reason);
        Lease lease = cycle.lease();
        events.renewalFailed(lease.grant(), endOf(lease), reason, before == null);
        long delay = jittered(retryNanos);
        retryNanos = Math.min(2 * retryNanos, Math.min(LAST_RETRY_NANOS, renewEveryNanos));
        return delay;
    }

    private static long jittered(long nanos) {
        return ThreadLocalRandom.current().nextLong(nanos * 9 / 10, nanos * 11 / 10 + 1);
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    // ---- what

    /** Calls the ledger until nothing is left to ask before the next renewal. */
    private void processRequests() {
        do {
            Request request = cycle.next();
            reportChange();
            if (request == null) {
                return;
            }
            carryOut(request);
        } while (!cycle.isSettled());
    }

    private void carryOut(Request request) {
        try {
            if (request instanceof Release release) {
                giveBack(release);
            } else if (request instanceof Renew renew) {
                renew(renew);
            } else {
                WorkerGrant grant = acquire();
                cycle.acquired(grant);
                clock.follow(grant.ledgerNanos());
            }
        } catch (WorkerLedgerException e) {
            if (e.reason() == Reason.ANOTHER_LEDGER) { // rule 8 of docs/design.md: both may have granted this worker
                cycle.end();
            }
            throw e;
        } finally {
            reportChange();
        }
    }

    private void giveBack(Release release) {
        try {
            ledger.release(release.grant(), release.mark());
            events.released(ledger.describe(), release.grant());
        } catch (RuntimeException e) {
            events.notReleased(release.grant(), e);
        }
    }

    private void renew(Renew request) {
        Optional<WorkerGrant> answer = ledger.renew(request.grant(), request.positionTick());
        cycle.renewed(request, answer);
        if (cycle.isSettled()) {
            events.renewed(request.grant(), endOf(cycle.lease()));
        }
        answer.ifPresent(grant -> clock.follow(grant.ledgerNanos()));
    }

    /** Reports a lease that serves, and one that was given up while the generator was to serve; each once. */
    private void reportChange() {
        Lease lease = cycle.lease();
        if (lease != reported && !lease.isClosed() && cycle.offline() == null) {
            reported = lease;
            events.acquired(ledger.describe(), lease.grant(), endOf(lease));
        } else if (lease == reported && lease.isClosed() && cycle.isServing()) {
            reported = null;
            events.lost(lease.grant(), endOf(lease));
        }
    }

    /** When its window ends; if it was lost before, when that was noticed. */
    private Instant endOf(Lease lease) {
        Instant end = layout.timestampOf(lease.untilTick());
        Instant now = wallClock();
        return lease.isClosed() && now.isBefore(end) ? now : end;
    }

    // ---- offline and back, and the end

    /** See {@link SnowflakeIdGenerator#resume}. */
    boolean resume() {
        try {
            return executor.call(this::acquireAnew);
        } catch (RejectedExecutionException e) {
            throw cycle.isClosed() ? closed() : e;
        }
    }

    private boolean acquireAnew() {
        if (cycle.isServing()) {
            return false;
        }
        cycle.resume(true);
        try {
            processRequests();
        } catch (RuntimeException | Error e) {
            cycle.resume(false);
            processRequests(); // gives back what was granted
            throw e;
        }
        if (cycle.isClosed()) {
            throw closed();
        }
        events.resumed(cycle.lease().grant());
        failure = null;
        scheduleAfter(jittered(renewEveryNanos));
        return true;
    }

    private IllegalStateException closed() {
        return new IllegalStateException(
                "the generator of worker " + cycle.lease().grant().name() + " is closed: build a new one");
    }

    /** Gives the worker back; waits for that no longer than {@code maxWait}. */
    void end() {
        end(this::processRequests);
    }

    /** A ledger that hangs is interrupted, so that the last work is done, if not in time. */
    private void end(Runnable last) {
        if (!executor.end(last, maxWait)) {
            executor.interruptWork();
        }
    }
}
