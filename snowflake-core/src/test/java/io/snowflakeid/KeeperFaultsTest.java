package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What must not end the keeper's thread, and what must not be done beside it. */
@Timeout(20)
class KeeperFaultsTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-20T12:00:00Z"));
    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, time, 1000, 100);

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("waited in vain");
            }
            Thread.onSpinWait();
        }
    }

    /** The time of a test, but a reading fails on the keeper's thread. */
    private final class BrokenTime implements TimeSource {
        final AtomicBoolean broken = new AtomicBoolean();

        @Override
        public long wallNanos() {
            if (Thread.currentThread().getName().equals("snowflake-lease-keeper") && broken.getAndSet(false)) {
                throw new IllegalStateException("there is no clock");
            }
            return time.wallNanos();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void park(long nanos) {
            time.park(nanos);
        }
    }

    @Test
    void aClockThatFailsOnceDoesNotEndTheKeeper() {
        BrokenTime breaking = new BrokenTime();
        ledger.renewEvery = Duration.ofMillis(2);
        try (SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.builder(ledger).timeSource(breaking).build()) {
            breaking.broken.set(true);
            await(() -> !breaking.broken.get());
            int before = ledger.renewals.get();
            await(() -> ledger.renewals.get() > before + 1);
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void ofAWorkerThatWasLostNobodySaysThatItsWindowHasEndedInTheFuture() {
        AtomicReference<Instant> goesOnUntil = new AtomicReference<>();
        GeneratorListener hearing = new GeneratorListener() {
            @Override
            public void renewalFailed(Instant until, Throwable reason) {
                goesOnUntil.set(until);
            }
        };
        SnowflakeIdGenerator.Builder builder = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .maxWait(Duration.ofMillis(50))
                .listener(hearing);
        ledger.renewEvery = Duration.ofMillis(2);
        ledger.loseGrantAndGoDown = true;
        try (SnowflakeIdGenerator ids = builder.build()) {
            await(() -> goesOnUntil.get() != null);
            assertThat(goesOnUntil.get()).isEqualTo(time.wallInstant());
            assertThatThrownBy(ids::nextId)
                    .hasMessageMatching("worker 100 was lost before its window ended .* no other"
                            + " since \\S+ \\(the memory ledger is down\\); waited .*");
        }
    }

    /** Lets nobody release a worker until it may. */
    private final class SlowRelease implements WorkerLedger {
        final CountDownLatch releasing = new CountDownLatch(1);
        final CountDownLatch mayRelease = new CountDownLatch(1);
        final AtomicInteger releases = new AtomicInteger();

        @Override
        public SnowflakeLayout layout() {
            return ledger.layout();
        }

        @Override
        public WorkerGrant acquire(long wallNanos) {
            return ledger.acquire(wallNanos);
        }

        @Override
        public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
            return ledger.renew(grant, positionTick);
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
            releases.incrementAndGet();
            releasing.countDown();
            try {
                mayRelease.await();
            } catch (InterruptedException e) {
                throw new WorkerLedgerException("interrupted", e);
            }
        }

        @Override
        public Duration renewEvery() {
            return ledger.renewEvery();
        }

        @Override
        public boolean hasClock() {
            return ledger.hasClock();
        }

        @Override
        public String describe() {
            return ledger.describe();
        }
    }

    @Test
    void whoResumesWhileItIsClosedDoesNotTalkWithTheLedgerBesideTheKeeper() throws Exception {
        SlowRelease slow = new SlowRelease();
        SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.builder(slow).timeSource(time).build();
        Thread closing = new Thread(ids::close);
        closing.start();
        slow.releasing.await();
        assertThatThrownBy(ids::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the generator of worker 100 is closed: build a new one");
        slow.mayRelease.countDown();
        closing.join();
        assertThat(slow.releases).hasValue(1);
    }
}
