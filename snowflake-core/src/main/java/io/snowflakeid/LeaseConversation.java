package io.snowflakeid;

import io.snowflakeid.LedgerRequest.Acquire;
import io.snowflakeid.LedgerRequest.Release;
import io.snowflakeid.LedgerRequest.Renew;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a generator says to its ledger, and hears of it: a {@link LeaseCycle} decides what is asked, here it is asked, and the answer is taken
 * in. One thread at a time converses.
 */
final class LeaseConversation {

    private final WorkerLedger ledger;
    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final Function<WorkerGrant, WallTicks> clocks;
    private final LeaseCycle<WallTicks> cycle;

    private @Nullable WorkerGrant heard; // last

    private interface Step {
        @Nullable
        LedgerRequest take();
    }

    /**
     * Begins by acquiring a worker.
     *
     * @param clocks go on from what the ledger's clock read when it granted a worker
     */
    LeaseConversation(GeneratorSettings settings, GeneratorEvents events, Function<WorkerGrant, WallTicks> clocks) {
        this.events = events;
        this.clocks = clocks;
        ledger = settings.ledger();
        layout = settings.layout();
        time = settings.time();
        WorkerGrant first = ledger.acquire(time.wallNanos());
        cycle = new LeaseCycle<>(layout, first, clocks.apply(first));
        noteAcquired(cycle.lease());
    }

    LeaseCycle<WallTicks> cycle() {
        return cycle;
    }

    /**
     * Asks whatever is to be asked before the next renewal.
     *
     * @return the last grant that the ledger told of; null if it told of none
     */
    @Nullable
    WorkerGrant converse() {
        heard = null;
        LedgerRequest request = noticing(cycle::next);
        while (request != null) {
            ask(request);
            request = cycle.isSettled() ? null : noticing(cycle::next);
        }
        return heard;
    }

    /** Acquires a worker for a generator that is offline, which is online again from then on. */
    void resume() {
        WorkerGrant grant = ledger.acquire(time.wallNanos());
        try {
            cycle.resume(clocks.apply(grant));
            noticing(() -> {
                cycle.acquired(grant);
                return null;
            });
            if (!cycle.isSettled()) {
                converse();
            }
        } catch (RuntimeException | Error e) {
            cycle.giveUpResuming();
            converse(); // which gives it back
            throw e;
        }
    }

    /** Notes a lease that was given up, or was replaced. */
    private @Nullable LedgerRequest noticing(Step step) {
        Lease before = cycle.lease();
        boolean served = !before.isClosed();
        LedgerRequest next = step.take();
        Lease now = cycle.lease();
        if (now != before && cycle.offline() == null && !now.isClosed()) {
            noteAcquired(now);
        } else if (served && before.isClosed() && cycle.isServing()) {
            events.lost(before.grant(), endOf(before));
        }
        return next;
    }

    private void ask(LedgerRequest request) {
        try {
            noticing(() -> {
                answer(request);
                return request;
            });
        } catch (RuntimeException | Error e) {
            cycle.failed(request);
            if (isAnotherLedger(e)) {
                noticing(() -> {
                    cycle.end();
                    return request;
                });
            }
            if (request instanceof Release release && e instanceof RuntimeException) {
                events.notReleased(release.grant(), e);
                return;
            }
            throw e;
        }
    }

    /** Rule 8 of docs/design.md: two ledgers may both have granted this worker. */
    private static boolean isAnotherLedger(Throwable e) {
        return e instanceof WorkerLedgerException refused && refused.reason() == Reason.ANOTHER_LEDGER;
    }

    private void answer(LedgerRequest request) {
        if (request instanceof Acquire) {
            WorkerGrant grant = ledger.acquire(time.wallNanos());
            heard = grant;
            cycle.acquired(grant);
        } else if (request instanceof Renew renew) {
            Optional<WorkerGrant> grant = ledger.renew(renew.grant(), renew.positionTick());
            grant.ifPresent(told -> heard = told);
            cycle.renewed(renew, grant);
            if (grant.isPresent() && grant.get().token().equals(renew.grant().token()) && cycle.isSettled()) {
                Instant end = endOf(cycle.lease());
                events.renewed(renew.grant(), end);
            }
        } else if (request instanceof Release release) {
            ledger.release(release.grant(), release.mark());
            cycle.released(release);
            events.released(ledger.describe(), release.grant());
        }
    }

    /** When its window ends, or has ended if it was lost before. */
    Instant endOf(Lease lease) {
        Instant end = layout.timestampOf(lease.untilTick());
        Instant now = Instant.ofEpochSecond(0, time.wallNanos());
        return lease.isClosed() && now.isBefore(end) ? now : end;
    }

    private void noteAcquired(Lease lease) {
        Instant end = endOf(lease);
        events.acquired(ledger.describe(), lease.grant(), end);
    }
}
