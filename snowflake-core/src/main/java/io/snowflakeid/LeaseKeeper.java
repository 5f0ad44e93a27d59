package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Offline;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A generator's lease as its callers see it: they take ids from it, wait for the next window or are told why there is none, take it offline and
 * back, and close it. All {@linkplain LeaseConversation conversation} with the ledger, from the first acquisition on, runs on one thread
 * ({@link LedgerTalk}), when {@link LeaseSchedule} says.
 */
final class LeaseKeeper extends IdIssuer.Leases implements AutoCloseable, WallTicks.TooFarBack {

    private final GeneratorSettings settings;
    private final TimeSource time;
    private final GeneratorEvents events;
    private final Refusals refusals;
    private final WindowWait callers;
    private final LedgerTalk talk = new LedgerTalk();
    private final LeaseConversation conversation;
    private final LeaseCycle<WallTicks> cycle;
    private final LeaseSchedule schedule;

    private final AtomicLong issued = new AtomicLong(); // the highest count that anybody has read

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        time = settings.time();
        refusals = new Refusals(settings);
        callers = new WindowWait(time);
        conversation = begun();
        cycle = conversation.cycle();
        schedule = new LeaseSchedule(settings, events, talk, conversation, callers::signalAll);
        events.awaitTold(settings.maxWait());
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

    @Override
    long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
        long patience = settings.maxWait().toNanos() - waitedNanos;
        requireServing(waitedNanos);
        if (hasNewWindow(spent, spentUntil)) {
            return waitedNanos;
        }
        if (!schedule.renews() || patience <= 0) {
            throw refusals.noWindow(spent, waitedNanos, schedule.failure(), schedule.asking());
        }
        if (schedule.failure() == null) { // else the ledger is left in peace for a while
            schedule.nudge();
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
        Instant now = Instant.ofEpochSecond(0, time.wallNanos());
        if (cycle.goOffline(seenBy, new Offline(now, behindNanos))) {
            callers.signalAll();
            schedule.nudge(); // the worker is given back
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
            events.awaitTold(settings.maxWait());
            callers.signalAll();
        }
    }

    private boolean comeBack() {
        if (cycle.isServing()) {
            return false;
        }
        conversation.converse(); // gives all back
        requireOpen();
        conversation.resume();
        requireOpen(); // it may have been closed meanwhile
        events.resumed(lease().grant());
        schedule.beginAnew();
        return true;
    }

    private void requireOpen() {
        if (cycle.isClosed()) {
            conversation.converse();
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException(
                "the generator of worker " + GeneratorEvents.name(lease().grant()) + " is closed: build a new one");
    }

    /** Ends the lease at once; the ledger, then the listeners are told, and waited for no longer than {@code maxWait}. */
    @Override
    public void close() {
        if (cycle.close()) {
            long start = TimeSource.system().nanos();
            callers.signalAll();
            talk.end(conversation::converse, settings.maxWait());
            events.close(settings.maxWait().minusNanos(TimeSource.system().nanos() - start));
        }
    }
}
