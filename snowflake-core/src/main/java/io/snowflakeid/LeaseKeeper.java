package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Offline;
import io.snowflakeid.Refusals.Failure;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one lease alive: lets it be renewed in time, replaced when it is lost or has lapsed, and given back at the end; asks again after a
 * failure; and lets callers wait meanwhile, or tells them why there is no id.
 *
 * <p>All {@linkplain LeaseConversation conversation} with the ledger, from the first acquisition on, runs on one daemon thread of its own. A ledger whose windows last as
 * long as the layout gets no thread.
 */
final class LeaseKeeper extends IdIssuer.Leases implements AutoCloseable, WallTicks.TooFarBack {

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final GeneratorSettings settings;
    private final WorkerLedger ledger;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final Refusals refusals;
    private final WindowWait callers;
    private final LedgerTalk talk;
    private final LeaseConversation conversation;
    private final LeaseCycle<WallTicks> cycle;

    private final AtomicLong issued = new AtomicLong(); // the highest count that anybody has read

    private final Object schedule = new Object();

    private volatile boolean nudged; // set under the schedule
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant asking; // since when the ledger is being asked
    private long retryNanos = FIRST_RETRY_NANOS; // of the talk

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        ledger = settings.ledger();
        time = settings.time();
        refusals = new Refusals(settings);
        callers = new WindowWait(time);
        boolean isRenewed = !ledger.renewEvery().isZero();
        talk = isRenewed ? new LedgerTalk.OnItsOwnThread() : new LedgerTalk.OnCallersThread();
        conversation = begun();
        cycle = conversation.cycle();
        conversation.tellNews();
        if (isRenewed) {
            tendAfter(renewalDelay());
        }
    }

    private LeaseConversation begun() {
        try {
            return talk.call(() -> new LeaseConversation(settings, events, this::anchoredAt));
        } catch (RuntimeException | Error e) {
            talk.end(() -> {}, settings.maxWait());
            throw e;
        }
    }

    private WallTicks anchoredAt(WorkerGrant grant) {
        return new WallTicks(settings, new IdClock(settings, grant.ledgerNanos(), events), events, this);
    }

    @Override
    Lease lease() {
        return cycle.lease();
    }

    @Override
    IdClock clock() {
        return wallTicks().clock();
    }

    @Override
    WallTicks wallTicks() {
        return cycle.clocks();
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

    // ---- for the callers

    @Override
    long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
        long patience = settings.maxWait().toNanos() - waitedNanos;
        requireServing(waitedNanos);
        if (hasNewWindow(spent, spentUntil)) {
            return waitedNanos;
        }
        if (!talk.hasThread() || patience <= 0) {
            throw refusals.noWindow(spent, waitedNanos, failure, asking);
        }
        if (failure == null) { // else the ledger is left in peace for a while
            nudge();
        }
        return waitedNanos + callers.whileTrue(() -> cycle.isServing() && !hasNewWindow(spent, spentUntil), patience);
    }

    private boolean hasNewWindow(Lease spent, long spentUntil) {
        return lease() != spent || spent.untilTick() > spentUntil;
    }

    @Override
    void requireServing(long waitedNanos) {
        if (cycle.isClosed()) {
            throw refusals.closed(lease().grant(), waitedNanos);
        }
        Offline state = cycle.offline();
        if (state != null) {
            throw refusals.offline(lease().grant(), state, waitedNanos);
        }
    }

    // ---- offline and back

    @Override
    public void goOffline(WallTicks seenBy, long behindNanos) {
        if (cycle.goOffline(seenBy, new Offline(wallClock(), behindNanos))) {
            callers.signalAll();
            if (talk.hasThread()) {
                nudge(); // the worker is given back
            } else {
                talk.call(this::giveBackAll);
                conversation.tellNews();
            }
            events.wentOffline(GeneratorEvents.name(lease().grant()), settings.clockPolicy(), behindNanos);
        }
        requireServing(0);
    }

    /** See {@link SnowflakeIdGenerator#resume}. */
    boolean resume() {
        if (cycle.isServing()) {
            return false;
        }
        try {
            return talk.call(this::comeBack);
        } catch (RejectedExecutionException e) {
            throw cycle.isClosed() ? closed() : e;
        } finally {
            conversation.tellNews();
            callers.signalAll();
        }
    }

    private boolean comeBack() {
        if (cycle.isServing()) {
            return false;
        }
        giveBackAll();
        requireOpen();
        conversation.resume();
        requireOpen(); // it may have been closed meanwhile
        failure = null;
        WorkerGrant grant = lease().grant();
        conversation.note(() -> events.resumed(grant));
        if (talk.hasThread()) {
            tendAfter(renewalDelay());
        }
        return true;
    }

    private void requireOpen() {
        if (cycle.isClosed()) {
            giveBackAll();
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException(
                "the generator of worker " + GeneratorEvents.name(lease().grant()) + " is closed: build a new one");
    }

    private boolean giveBackAll() {
        conversation.converse();
        return true;
    }

    // ---- when it is asked

    private void nudge() {
        synchronized (schedule) {
            nudged = true;
            talk.later(this::tend, 0);
        }
    }

    /** In place of what was to be done later; but a nudge that has not been heeded yet comes first. */
    private void tendAfter(long nanos) {
        synchronized (schedule) {
            talk.later(this::tend, nudged ? 0 : nanos);
        }
    }

    private void tend() {
        nudged = false;
        long delay = Math.min(LAST_RETRY_NANOS, ledger.renewEvery().toNanos());
        try {
            delay = renewOrReplace();
            callers.signalAll();
            conversation.tellNews();
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

    /** Ids keep up with the ledger's clock. Outside the conversation, since a leap is told at once. */
    private void follow(@Nullable WorkerGrant heard) {
        if (heard == null) {
            return;
        }
        clock().tick();
        if (ledger.hasClock()) {
            clock().follow(heard.ledgerNanos());
        }
    }

    private void noteAnswer() {
        Failure before = failure;
        failure = null;
        retryNanos = FIRST_RETRY_NANOS;
        if (before != null) {
            conversation.note(() -> events.ledgerAnswersAgain(ledger.describe(), before.since()));
        }
    }

    private long noteFailure(Throwable reason) {
        Failure before = failure;
        failure = new Failure(before == null ? wallClock() : before.since(), reason);
        WorkerGrant grant = lease().grant();
        Instant end = conversation.endOf(lease());
        conversation.note(() -> events.renewalFailed(grant, end, reason, before == null));
        long delay = jittered(retryNanos);
        retryNanos = Math.min(
                2 * retryNanos, Math.min(LAST_RETRY_NANOS, ledger.renewEvery().toNanos()));
        return delay;
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    private long renewalDelay() {
        return jittered(ledger.renewEvery().toNanos());
    }

    private static long jittered(long nanos) {
        return ThreadLocalRandom.current().nextLong(nanos * 9 / 10, nanos * 11 / 10 + 1);
    }

    /** Ends the lease at once; the ledger, then the listeners are told, and waited for no longer than {@code maxWait}. */
    @Override
    public void close() {
        if (cycle.close()) {
            callers.signalAll();
            boolean waitForListeners = !events.isListenerCalling();
            talk.end(() -> sayGoodbye(waitForListeners), settings.maxWait());
        }
    }

    private void sayGoodbye(boolean waitForListeners) {
        giveBackAll();
        conversation.tellNews();
        events.close(waitForListeners);
    }
}
