package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The keeper's thread and its callers. In real time, since threads wait in real time. */
@Timeout(60)
class SerialExecutorTest {

    private final MemoryLedger ledger = new MemoryLedger(SnowflakeLayout.DEFAULT, TimeSource.system(), 60_000, 100);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final AtomicReference<Thread> keeper = new AtomicReference<>();

    /** In a call until its thread is interrupted, as a driver may. */
    private void hang() {
        keeper.set(Thread.currentThread());
        hangs.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new WorkerLedgerException(WorkerLedgerException.Reason.OTHER, "interrupted while it hung", e);
        }
    }

    @Test
    void anInterruptOfTheThreadThatBuildsReachesTheLedgerAndIsKept() throws InterruptedException {
        ledger.beforeAcquire = this::hang;
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
        hangs.await();
        builder.interrupt();
        builder.join();
        assertThat(thrown.get()).hasMessage("interrupted while it hung");
        assertThat(flag).hasValue(true);
        keeper.get().join();
    }

    @Test
    void theFailureOfTheFirstAcquisitionShowsWhereTheLedgerFailedAndWhoAsked() {
        ledger.down = true;
        assertThatThrownBy(() -> SnowflakeIdGenerator.on(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .satisfies(e -> assertThat(Arrays.stream(e.getStackTrace()).map(StackTraceElement::getClassName))
                        .containsSubsequence(
                                MemoryLedger.class.getName(),
                                SnowflakeIdGenerator.class.getName(),
                                SerialExecutorTest.class.getName()));
    }

    @Test
    void closingWaitsForALedgerThatHangsNoLongerThanMaxWaitAndThenEndsItsThread() throws InterruptedException {
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .maxWait(Duration.ofMillis(150))
                .build();
        ledger.beforeRelease = this::hang;
        long start = System.nanoTime();
        ids.close();
        Duration closing = Duration.ofNanos(System.nanoTime() - start);
        assertThat(closing).isGreaterThanOrEqualTo(Duration.ofMillis(150));
        keeper.get().join();
        assertThat(keeper.get().getName()).isEqualTo("snowflake-lease-keeper");
    }

    @Test
    void theLastWorkIsDoneThoughTheOneBeforeHung() throws InterruptedException {
        SerialExecutor executor = new SerialExecutor("test", true);
        CountDownLatch last = new CountDownLatch(1);
        executor.add(this::hang);
        hangs.await();
        assertThat(executor.end(last::countDown, Duration.ofMillis(10))).isFalse();
        executor.interruptTask();
        last.await();
    }

    /** Many times, since the last work may begin before the call that gives it has returned. */
    @Test
    void noWorkWaitsBehindTheLast() throws InterruptedException {
        for (int i = 0; i < 2000; i++) {
            SerialExecutor executor = new SerialExecutor("test", true);
            CountDownLatch isLast = new CountDownLatch(1);
            CountDownLatch rejected = new CountDownLatch(1);
            Thread ending = new Thread(() -> executor.end(
                    () -> {
                        isLast.countDown();
                        Await.until(() -> rejected.getCount() == 0);
                    },
                    Duration.ofSeconds(10)));
            ending.start();
            isLast.await();
            assertThatThrownBy(() -> executor.call(() -> "after the last"))
                    .isInstanceOf(RejectedExecutionException.class);
            rejected.countDown();
            ending.join();
        }
    }
}
