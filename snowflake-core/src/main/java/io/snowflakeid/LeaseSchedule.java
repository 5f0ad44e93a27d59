package io.snowflakeid;

import io.snowflakeid.Refusals.Failure;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** When a ledger is asked: now and then for more time, at once when callers wait, and at growing intervals after a failure. */
final class LeaseSchedule {

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final WorkerLedger ledger;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final LedgerTalk talk;
    private final LeaseConversation conversation;
    private final Runnable afterwards;
    private final long renewEveryNanos; // 0 if that is never

    private boolean nudged; // guarded by this
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant asking; // since when the ledger is being asked
    private long retryNanos = FIRST_RETRY_NANOS; // of the talk

    /** @param afterwards what to do each time that the ledger was asked */
    LeaseSchedule(
            GeneratorSettings settings,
            GeneratorEvents events,
            LedgerTalk talk,
            LeaseConversation conversation,
            Runnable afterwards) {
        ledger = settings.ledger();
        time = settings.time();
        this.events = events;
        this.talk = talk;
        this.conversation = conversation;
        this.afterwards = afterwards;
        renewEveryNanos = ledger.renewEvery().toNanos();
        tendAfter(renewalDelay());
    }

    /** Whether the ledger is ever asked by itself. */
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
    Instant asking() {
        return asking;
    }

    /** A worker was acquired: the ledger is asked next when that is to be renewed. */
    void beginAnew() {
        failure = null;
        tendAfter(renewalDelay());
    }

    synchronized void nudge() {
        nudged = true;
        talk.later(this::tend, 0);
    }

    /** In place of what was to be done later; but a nudge that has not been heeded yet comes first. */
    private synchronized void tendAfter(long nanos) {
        if (nudged || renews()) {
            talk.later(this::tend, nudged ? 0 : nanos);
        }
    }

    private void tend() {
        synchronized (this) {
            nudged = false;
        }
        long delay = Math.min(LAST_RETRY_NANOS, renewEveryNanos);
        try {
            delay = renewOrReplace();
            afterwards.run();
        } finally { // whatever fails there, a clock or a log: without this thread, ids would end for good
            tendAfter(delay);
        }
    }

    /** How long to wait until the next time. */
    private long renewOrReplace() {
        asking = wallClock();
        try {
            follow(conversation.converse());
            noteAnswer();
            return renewalDelay();
        } catch (RuntimeException | Error e) {
            return noteFailure(e);
        } finally {
            asking = null;
        }
    }

    /** Ids keep up with the ledger's clock. */
    private void follow(@Nullable WorkerGrant heard) {
        if (heard != null) {
            IdClock clock = conversation.cycle().clocks().clock();
            clock.tick();
            if (ledger.hasClock()) {
                clock.follow(heard.ledgerNanos());
            }
        }
    }

    private void noteAnswer() {
        Failure before = failure;
        failure = null;
        retryNanos = FIRST_RETRY_NANOS;
        if (before != null) {
            events.ledgerAnswersAgain(ledger.describe(), before.since());
        }
    }

    private long noteFailure(Throwable reason) {
        Failure before = failure;
        failure = new Failure(before == null ? wallClock() : before.since(), reason);
        Lease lease = conversation.cycle().lease();
        events.renewalFailed(lease.grant(), conversation.endOf(lease), reason, before == null);
        long delay = jittered(retryNanos);
        retryNanos = Math.min(2 * retryNanos, Math.min(LAST_RETRY_NANOS, renewEveryNanos));
        return delay;
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    private long renewalDelay() {
        return jittered(renewEveryNanos);
    }

    private static long jittered(long nanos) {
        return ThreadLocalRandom.current().nextLong(nanos * 9 / 10, nanos * 11 / 10 + 1);
    }
}
