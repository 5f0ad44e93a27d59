package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Offline;
import io.snowflakeid.LedgerRequest.Acquire;
import io.snowflakeid.LedgerRequest.Release;
import io.snowflakeid.LedgerRequest.Renew;
import io.snowflakeid.Refusals.Failure;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one lease alive: renews it, replaces it when it is lost or has lapsed, and gives it back at the end. What is asked when is
 * decided by a {@link LeaseCycle}; here it is asked, again after a failure, and told to whoever waits or listens.
 *
 * <p>All conversation with the ledger, from the first acquisition on, runs on one daemon thread of its own. A ledger whose windows last as
 * long as the layout gets no thread.
 */
final class LeaseKeeper extends IdIssuer.Leases implements AutoCloseable, WallTicks.TooFarBack {

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final GeneratorSettings settings;
    private final WorkerLedger ledger;
    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final Refusals refusals;
    private final WindowWait callers;
    private final LedgerTalk talk;
    private final LeaseCycle<WallTicks> cycle;
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>(); // told once the conversation is over

    private final AtomicLong issued = new AtomicLong(); // the highest count that anybody has read

    private final Object schedule = new Object();

    private volatile boolean nudged; // set under the schedule
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant asking; // since when the ledger is being asked
    private @Nullable WorkerGrant lastHeard; // of the conversation that is under way
    private long retryNanos = FIRST_RETRY_NANOS; // of the talk

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        ledger = settings.ledger();
        layout = settings.layout();
        time = settings.time();
        refusals = new Refusals(settings);
        callers = new WindowWait(time);
        boolean isRenewed = !ledger.renewEvery().isZero();
        talk = isRenewed ? new LedgerTalk.OnItsOwnThread() : new LedgerTalk.OnCallersThread();
        cycle = firstCycle();
        tellNews();
        if (isRenewed) {
            tendAfter(renewalDelay());
        }
    }

    private LeaseCycle<WallTicks> firstCycle() {
        try {
            return talk.call(() -> {
                WorkerGrant grant = ledger.acquire(time.wallNanos());
                LeaseCycle<WallTicks> first = new LeaseCycle<>(layout, grant, anchoredAt(grant));
                noteAcquired(first.lease());
                return first;
            });
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
        return waitedNanos + callers.whileTrue(() -> isServing() && !hasNewWindow(spent, spentUntil), patience);
    }

    private boolean isServing() {
        return !cycle.isClosed() && cycle.offline() == null;
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
                tellNews();
            }
            events.wentOffline(GeneratorEvents.name(lease().grant()), settings.clockPolicy(), behindNanos);
        }
        requireServing(0);
    }

    /** See {@link SnowflakeIdGenerator#resume}. */
    boolean resume() {
        if (isServing()) {
            return false;
        }
        try {
            return talk.call(this::comeBack);
        } catch (RejectedExecutionException e) {
            throw cycle.isClosed() ? closed() : e;
        } finally {
            tellNews();
            callers.signalAll();
        }
    }

    private boolean comeBack() {
        if (isServing()) {
            return false;
        }
        giveBackAll();
        requireOpen();
        WorkerGrant grant = ledger.acquire(time.wallNanos());
        try {
            cycle.resume(anchoredAt(grant));
            noticing(() -> {
                cycle.acquired(grant);
                return null;
            });
            if (!cycle.isSettled()) {
                converse();
            }
        } catch (RuntimeException | Error e) {
            cycle.giveUpResuming();
            giveBackAll();
            throw e;
        }
        requireOpen(); // it may have been closed meanwhile
        failure = null;
        news.add(() -> events.resumed(grant));
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
        converse();
        return true;
    }

    // ---- the conversation

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
            tellNews();
        } finally { // whatever fails there, a clock or a log: without this thread, ids would end for good
            tendAfter(delay);
        }
    }

    /** How long to wait until the next time. */
    private long renewOrReplace() {
        asking = wallClock();
        try {
            lastHeard = null;
            converse();
            follow(lastHeard);
            noteAnswer();
            return renewalDelay();
        } catch (RuntimeException | Error e) {
            return noteFailure(e);
        } finally {
            asking = null;
        }
    }

    /** Asks whatever is to be asked before the next renewal. */
    private void converse() {
        LedgerRequest request = noticing(cycle::next);
        while (request != null) {
            ask(request);
            request = cycle.isSettled() ? null : noticing(cycle::next);
        }
    }

    private interface Step {
        @Nullable
        LedgerRequest take();
    }

    /** Notes a lease that was given up, or was replaced. */
    private @Nullable LedgerRequest noticing(Step step) {
        Lease before = lease();
        boolean served = !before.isClosed();
        LedgerRequest next = step.take();
        Lease now = lease();
        if (now != before && cycle.offline() == null && !now.isClosed()) {
            noteAcquired(now);
        } else if (served && before.isClosed() && isServing()) {
            news.add(() -> events.lost(before.grant(), until(before)));
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
            if (request instanceof Release release && e instanceof RuntimeException) {
                news.add(() -> events.notReleased(release.grant(), e));
                return;
            }
            throw e;
        }
    }

    private void answer(LedgerRequest request) {
        if (request instanceof Acquire) {
            WorkerGrant grant = ledger.acquire(time.wallNanos());
            lastHeard = grant;
            cycle.acquired(grant);
        } else if (request instanceof Renew renew) {
            Optional<WorkerGrant> grant = ledger.renew(renew.grant(), renew.positionTick());
            grant.ifPresent(heard -> lastHeard = heard);
            cycle.renewed(renew, grant);
            if (grant.isPresent() && grant.get().token().equals(renew.grant().token()) && cycle.isSettled()) {
                Instant until = until(lease());
                news.add(() -> events.renewed(renew.grant(), until));
            }
        } else if (request instanceof Release release) {
            ledger.release(release.grant(), release.mark());
            cycle.released(release);
            news.add(() -> events.released(ledger.describe(), release.grant()));
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

    private void noteAcquired(Lease lease) {
        Instant until = until(lease);
        news.add(() -> events.acquired(ledger.describe(), lease.grant(), until));
    }

    private void noteAnswer() {
        Failure before = failure;
        failure = null;
        retryNanos = FIRST_RETRY_NANOS;
        if (before != null) {
            news.add(() -> events.ledgerAnswersAgain(ledger.describe(), before.since()));
        }
    }

    private long noteFailure(Throwable reason) {
        Failure before = failure;
        failure = new Failure(before == null ? wallClock() : before.since(), reason);
        WorkerGrant grant = lease().grant();
        Instant until = until(lease());
        news.add(() -> events.renewalFailed(grant, until, reason, before == null));
        long delay = jittered(retryNanos);
        retryNanos = Math.min(
                2 * retryNanos, Math.min(LAST_RETRY_NANOS, ledger.renewEvery().toNanos()));
        return delay;
    }

    /** Outside the conversation: a listener may call the generator. */
    private void tellNews() {
        for (Runnable item = news.poll(); item != null; item = news.poll()) {
            item.run();
        }
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    /** Of a lease that was lost before its window ended, until now. */
    private Instant until(Lease current) {
        Instant end = layout.timestampOf(current.untilTick());
        Instant now = wallClock();
        return current.isClosed() && now.isBefore(end) ? now : end;
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
        tellNews();
        events.close(waitForListeners);
    }
}
