package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger in memory that a test can take down, make forget, or look into. Its clock is the test's wall clock. */
final class MemoryLedger implements WorkerLedger {

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final long windowTicks;
    private long nextWorker;

    final List<String> events = new ArrayList<>(); // guarded by this
    final AtomicInteger renewals = new AtomicInteger();
    volatile Duration renewEvery = Duration.ofSeconds(20);
    volatile boolean down;
    volatile boolean loseGrant;
    volatile boolean loseGrantAndGoDown;
    volatile boolean moves; // to another worker, as a group does whose first ledger is away
    volatile boolean failNextRenewal;

    /** Happen on the thread that asks, before anything is done; may hang, or throw. */
    volatile Runnable beforeAcquire = () -> {};

    volatile Runnable beforeRelease = () -> {};

    MemoryLedger(SnowflakeLayout layout, TimeSource time, long windowTicks, long firstWorker) {
        this.layout = layout;
        this.time = time;
        this.windowTicks = windowTicks;
        nextWorker = firstWorker;
    }

    private void note(String event) {
        events.add(event);
    }

    synchronized List<String> events() {
        return List.copyOf(events);
    }

    private long now() {
        return (time.wallNanos() / 1_000_000 - layout.epoch().toEpochMilli())
                / layout.tick().toMillis();
    }

    private void answer() {
        if (down) {
            throw new WorkerLedgerException("the memory ledger is down");
        }
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public WorkerGrant acquire(long wallNanos) {
        beforeAcquire.run();
        return nextGrant();
    }

    private synchronized WorkerGrant nextGrant() {
        answer();
        long worker = nextWorker;
        nextWorker++;
        loseGrant = false;
        note("acquire " + worker);
        return new WorkerGrant(0, worker, now(), now() + windowTicks, "token" + worker, time.wallNanos());
    }

    @Override
    public synchronized Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        answer();
        renewals.incrementAndGet();
        if (failNextRenewal) {
            failNextRenewal = false;
            throw new WorkerLedgerException("the memory ledger has lost a renewal");
        }
        if (moves) {
            moves = false;
            return Optional.of(nextGrant());
        }
        if (loseGrant || loseGrantAndGoDown) {
            down = loseGrantAndGoDown;
            note("lost " + grant.worker());
            return Optional.empty();
        }
        return Optional.of(new WorkerGrant(
                grant.datacenter(),
                grant.worker(),
                grant.from(),
                Math.max(grant.until(), Math.max(now(), positionTick) + windowTicks),
                grant.token(),
                time.wallNanos()));
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        beforeRelease.run();
        answer();
        note("release " + grant.worker() + " from tick +" + (firstUnusedTick - grant.from()));
    }

    @Override
    public Duration renewEvery() {
        return renewEvery;
    }

    @Override
    public boolean hasClock() {
        return true;
    }

    @Override
    public String describe() {
        return "the memory ledger";
    }
}
