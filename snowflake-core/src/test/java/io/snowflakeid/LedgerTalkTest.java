package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The keeper's thread and its callers. In real time, since threads wait in real time. */
@Timeout(20)
class LedgerTalkTest {

    /** A ledger that can be made to hang in a call until its thread is interrupted, as a driver may. */
    private static final class HangingLedger implements WorkerLedger {
        private final MemoryLedger ledger = new MemoryLedger(SnowflakeLayout.DEFAULT, TimeSource.system(), 60_000, 100);
        final CountDownLatch hangs = new CountDownLatch(1);
        final AtomicReference<Thread> keeper = new AtomicReference<>();
        volatile boolean hangsAtAcquire;
        volatile boolean hangsAtRelease;

        private void hang() {
            keeper.set(Thread.currentThread());
            hangs.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new WorkerLedgerException("interrupted while it hung", e);
            }
        }

        @Override
        public SnowflakeLayout layout() {
            return ledger.layout();
        }

        @Override
        public WorkerGrant acquire(long wallNanos) {
            if (hangsAtAcquire) {
                hang();
            }
            return ledger.acquire(wallNanos);
        }

        @Override
        public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
            return ledger.renew(grant, positionTick);
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
            if (hangsAtRelease) {
                hang();
            }
            ledger.release(grant, firstUnusedTick);
        }

        @Override
        public Duration renewEvery() {
            return ledger.renewEvery();
        }

        @Override
        public boolean hasClock() {
            return true;
        }

        @Override
        public String describe() {
            return ledger.describe();
        }
    }

    private final HangingLedger ledger = new HangingLedger();

    @Test
    void anInterruptOfWhoeverBuildsReachesTheLedgerAndIsKept() throws InterruptedException {
        ledger.hangsAtAcquire = true;
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread builder = new Thread(() -> {
            try {
                SnowflakeIdGenerator.on(ledger).close();
            } catch (WorkerLedgerException e) {
                thrown.set(e);
            }
            flag.set(Thread.currentThread().isInterrupted());
        });
        builder.start();
        ledger.hangs.await();
        builder.interrupt();
        builder.join();
        assertThat(thrown.get()).hasMessage("interrupted while it hung");
        assertThat(flag).hasValue(true);
        ledger.keeper.get().join();
    }

    @Test
    void theFailureOfTheFirstAcquisitionShowsWhereTheLedgerFailedAndWhoAsked() {
        ledger.ledger.down = true;
        assertThatThrownBy(() -> SnowflakeIdGenerator.on(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .satisfies(e -> assertThat(Arrays.stream(e.getStackTrace()).map(StackTraceElement::getClassName))
                        .containsSubsequence(
                                MemoryLedger.class.getName(),
                                SnowflakeIdGenerator.class.getName(),
                                LedgerTalkTest.class.getName()));
    }

    @Test
    void closingWaitsForALedgerThatHangsNoLongerThanMaxWaitAndThenEndsItsThread() throws InterruptedException {
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .maxWait(Duration.ofMillis(150))
                .build();
        ledger.hangsAtRelease = true;
        long start = System.nanoTime();
        ids.close();
        Duration closing = Duration.ofNanos(System.nanoTime() - start);
        assertThat(closing).isBetween(Duration.ofMillis(150), Duration.ofSeconds(5));
        ledger.keeper.get().join();
        assertThat(ledger.keeper.get().getName()).isEqualTo("snowflake-lease-keeper");
    }

    @Test
    void theThreadEndsWithTheGeneratorAndWithABuildThatFails() throws InterruptedException {
        ledger.hangsAtAcquire = true;
        Thread asking = new Thread(() ->
                assertThatThrownBy(() -> SnowflakeIdGenerator.on(ledger)).isInstanceOf(WorkerLedgerException.class));
        asking.start();
        ledger.hangs.await();
        assertThat(ledger.keeper.get().isDaemon()).isTrue();
        ledger.keeper.get().interrupt();
        ledger.keeper.get().join();
        asking.join();
    }
}
