package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Grants worker 5 for two minutes, without renewals unless a test requests one. */
final class TestLedger implements WorkerLedger.Ranged {

    static final Duration WINDOW = Duration.ofMinutes(2);

    private final SnowflakeLayout layout;
    private final TimeSource time;

    final AtomicInteger listed = new AtomicInteger();
    /** Blocks the list of workers while a test holds it. */
    final Semaphore answers = new Semaphore(1);

    volatile List<WorkerEntry> workers = List.of();
    volatile boolean down;
    volatile String name = "the test ledger";

    TestLedger(SnowflakeLayout layout, TimeSource time) {
        this.layout = layout;
        this.time = time;
    }

    /** A generator on this ledger, with its events. */
    WatchedGenerator watched(String generator, ClockPolicy policy) {
        RecordedEvents events = new RecordedEvents(time);
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(this)
                .timeSource(time)
                .clockPolicy(policy)
                .listener(events)
                .build();
        return new WatchedGenerator(generator, ids, this, events);
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public WorkerGrant acquire(long wallNanos) {
        long from = layout.tickAt(Instant.ofEpochSecond(0, time.wallNanos()));
        long until = Math.min(layout.maxTick() + 1, from + WINDOW.dividedBy(layout.tick()));
        return new WorkerGrant(0, 5, from, until, "token", time.wallNanos());
    }

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        throw new WorkerLedgerException("the test ledger grants no more");
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {}

    @Override
    public Duration renewEvery() {
        return Duration.ofHours(1);
    }

    @Override
    public boolean hasClock() {
        return false;
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public long datacenter() {
        return 0;
    }

    @Override
    public long firstWorker() {
        return 0;
    }

    @Override
    public long lastWorker() {
        return layout.maxWorker();
    }

    @Override
    public List<WorkerEntry> workers() {
        answers.acquireUninterruptibly();
        answers.release();
        listed.incrementAndGet();
        if (down) {
            throw new WorkerLedgerException("the test ledger is down");
        }
        return workers;
    }
}
