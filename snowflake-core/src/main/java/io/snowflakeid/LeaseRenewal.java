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
import java.util.function.Function;
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
    private final Function<WorkerGrant, WallTicks> clocks;
    private final long renewEveryNanos; // 0 if that is never
    private final LedgerExecutor executor = new LedgerExecutor();
    private final LeaseCycle<WallTicks> cycle;

    private boolean isUrgent; // guarded by this
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant askedSince;
    // of the executor's thread
    private long retryNanos = FIRST_RETRY_NANOS;
    private @Nullable Lease reported; // as acquired; null once it was reported as lost

    /**
     * Begins by acquiring a worker.
     *
     * @param clocks start at what the ledger's clock read when it granted a worker
     */
    LeaseRenewal(GeneratorSettings settings, GeneratorEvents events, Function<WorkerGrant, WallTicks> clocks) {
        this.events = events;
        this.clocks = clocks;
        ledger = settings.ledger();
        layout = settings.layout();
        time = settings.time();
        maxWait = settings.maxWait();
        renewEveryNanos = ledger.renewEvery().toNanos();
        try {
            WorkerGrant first = executor.call(() -> ledger.acquire(time.wallNanos()));
            cycle = new LeaseCycle<>(layout, first, clocks.apply(first));
        } catch (RuntimeException | Error e) {
            executor.end(() -> {}, maxWait);
            throw e;
        }
        reportChange();
        scheduleAfter(jittered(renewEveryNanos));
    }

    LeaseCycle<WallTicks> cycle() {
        return cycle;
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
        Request request = nextRequest();
        while (request != null) {
            WorkerGrant answer = null;
            try {
                answer = carryOut(request);
            } catch (RuntimeException | Error e) {
                cycle.failed(request);
                if (isAnotherLedger(e)) {
                    cycle.end();
                }
                reportChange();
                if (e instanceof Error || !(request instanceof Release)) {
                    throw e;
                }
                events.notReleased(((Release) request).grant(), e);
            }
            reportChange();
            follow(answer);
            request = cycle.isSettled() ? null : nextRequest();
        }
    }

    private @Nullable Request nextRequest() {
        Request request = cycle.next();
        reportChange();
        return request;
    }

    /** Returns the grant that the ledger answered with; null if it gave none. */
    private @Nullable WorkerGrant carryOut(Request request) {
        if (request instanceof Release release) {
            ledger.release(release.grant(), release.mark());
            cycle.released(release);
            events.released(ledger.describe(), release.grant());
            return null;
        }
        if (request instanceof Renew renew) {
            Optional<WorkerGrant> answer = ledger.renew(renew.grant(), renew.positionTick());
            cycle.renewed(renew, answer);
            boolean isRenewed = answer.isPresent()
                    && answer.get().token().equals(renew.grant().token());
            if (isRenewed && cycle.isSettled()) {
                events.renewed(renew.grant(), endOf(cycle.lease()));
            }
            return answer.orElse(null);
        }
        WorkerGrant grant = ledger.acquire(time.wallNanos());
        cycle.acquired(grant);
        return grant;
    }

    /** Rule 8 of docs/design.md: two ledgers may both have granted this worker. */
    private static boolean isAnotherLedger(Throwable e) {
        return e instanceof WorkerLedgerException refused && refused.reason() == Reason.ANOTHER_LEDGER;
    }

    /** Ids keep up with the ledger's clock. */
    private void follow(@Nullable WorkerGrant answer) {
        if (answer != null) {
            IdClock clock = cycle.clocks().clock();
            clock.tick();
            if (ledger.hasClock()) {
                clock.follow(answer.ledgerNanos());
            }
        }
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
        processRequests(); // gives all back
        requireOpen();
        WorkerGrant grant = ledger.acquire(time.wallNanos());
        try {
            cycle.resume(clocks.apply(grant));
            cycle.acquired(grant);
            reportChange();
            if (!cycle.isSettled()) {
                processRequests();
            }
        } catch (RuntimeException | Error e) {
            cycle.giveUpResuming();
            processRequests(); // gives it back
            throw e;
        }
        requireOpen(); // it may have been closed meanwhile
        events.resumed(cycle.lease().grant());
        failure = null;
        scheduleAfter(jittered(renewEveryNanos));
        return true;
    }

    private void requireOpen() {
        if (cycle.isClosed()) {
            processRequests();
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException(
                "the generator of worker " + cycle.lease().grant().name() + " is closed: build a new one");
    }

    /** Gives the worker back; waits for that no longer than {@code maxWait}. */
    void end() {
        executor.end(this::processRequests, maxWait);
    }
}
