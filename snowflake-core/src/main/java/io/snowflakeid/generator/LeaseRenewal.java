package io.snowflakeid.generator;

import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.generator.LeaseCycle.Request;
import io.snowflakeid.generator.LeaseCycle.Request.Release;
import io.snowflakeid.generator.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends the requests of {@link LeaseCycle} to the ledger, one at a time and on one thread. A failed request is repeated at growing intervals. */
final class LeaseRenewal {

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    record Failure(Instant since, Throwable reason, long retryNanos) {}

    private final GeneratorSettings settings;
    private final WorkerLedger ledger;
    private final GeneratorEvents events;
    private final long renewEveryNanos; // 0 means that the lease is never renewed
    private final long longestRetryNanos;
    private final SerialExecutor executor = new SerialExecutor("snowflake-lease-keeper", true);
    final IdClock clock;
    final LeaseCycle cycle;

    private volatile @Nullable Failure failure;
    // the last lease that was reported as acquired, or null after the lease was reported as lost
    private @Nullable Lease reported;

    LeaseRenewal(GeneratorSettings settings, GeneratorEvents events, WallTicks.TooFarBack tooFarBack) {
        this.settings = settings;
        this.events = events;
        ledger = settings.ledger();
        renewEveryNanos = ledger.renewEvery().toNanos();
        longestRetryNanos = Math.min(LAST_RETRY_NANOS, renewEveryNanos);
        try {
            WorkerGrant first = executor.call(this::acquire);
            clock = IdClock.of(settings, first.ledgerNanos(), events, tooFarBack);
            cycle = new LeaseCycle(settings.layout(), first, clock);
        } catch (RuntimeException | Error e) {
            executor.stop();
            throw e;
        }
        reportChange();
        scheduleNext(renewEveryNanos);
    }

    private WorkerGrant acquire() {
        return ledger.acquire(settings.time().wallNanos());
    }

    boolean renews() {
        return renewEveryNanos > 0;
    }

    @Nullable
    Failure failure() {
        return failure;
    }

    void renewNow() {
        executor.schedule(this::renew, 0);
    }

    private void scheduleNext(long nanos) {
        if (renews()) {
            long jittered = ThreadLocalRandom.current().nextLong(nanos * 9 / 10, nanos * 11 / 10 + 1);
            executor.schedule(this::renew, jittered);
        }
    }

    private void renew() {
        long delay = longestRetryNanos;
        try {
            processRequests();
            delay = renewEveryNanos;
            if (failure != null) {
                events.ledgerAnswersAgain(ledger.describe(), failure.since());
                failure = null;
            }
        } catch (RuntimeException | Error e) {
            delay = noteFailure(e);
        } finally {
            // renewals continue even if a clock or a logger throws an exception
            scheduleNext(delay);
        }
    }

    /** Returns the delay until the next attempt, in nanoseconds. */
    private long noteFailure(Throwable reason) {
        Lease lease = cycle.lease();
        if (reason instanceof WorkerLedgerException e && e.reason() == Reason.ANOTHER_LEDGER) {
            lease.close(); // rule 8 of docs/design.md: both ledgers may have granted this worker
            reportChange();
        }
        Failure before = failure;
        Instant since = before == null ? settings.wallClock() : before.since();
        long retryNanos = Math.min(longestRetryNanos, before == null ? FIRST_RETRY_NANOS : 2 * before.retryNanos());
        failure = new Failure(since, reason, retryNanos);
        events.renewalFailed(lease, endOf(lease), reason, before == null);
        return retryNanos;
    }

    /** Sends all due requests to the ledger, one after another. */
    private void processRequests() {
        Request request = cycle.next();
        reportChange();
        while (request != null) {
            carryOut(request);
            request = cycle.isSettled() ? null : cycle.next();
            reportChange();
        }
    }

    private void carryOut(Request request) {
        if (request instanceof Release release) {
            release(release);
        } else if (request instanceof Renew renew) {
            renew(renew);
        } else {
            WorkerGrant grant = acquire();
            cycle.acquired(grant);
            clock.follow(grant.ledgerNanos());
        }
    }

    private void release(Release request) {
        try {
            ledger.release(request.grant(), request.mark());
            events.released(ledger.describe(), request.grant());
        } catch (RuntimeException e) {
            events.notReleased(request.grant(), e);
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

    /** Reports each new lease as acquired. Reports a closed lease as lost, unless the generator is closed or offline. */
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

    /** Returns the end of the window, or the current time if the lease was closed earlier. */
    private Instant endOf(Lease lease) {
        Instant end = settings.layout().timestampOf(lease.untilTick());
        Instant now = settings.wallClock();
        return lease.isClosed() && now.isBefore(end) ? now : end;
    }

    boolean resume() {
        try {
            return executor.call(this::acquireAnew);
        } catch (RejectedExecutionException e) {
            throw closed();
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
            processRequests(); // the next request releases a grant that could not be used
            throw e;
        }
        if (cycle.isClosed()) {
            throw closed();
        }
        events.resumed(cycle.lease().grant());
        return true;
    }

    private IllegalStateException closed() {
        return new IllegalStateException(
                "the generator of worker " + cycle.lease().grant().name() + " is closed: build a new one");
    }

    /** Releases the worker. After {@code maxWait}, the method interrupts the call of the ledger and returns. */
    void end() {
        if (!executor.end(this::processRequests, settings.maxWait())) {
            executor.interruptTask();
        }
    }
}
