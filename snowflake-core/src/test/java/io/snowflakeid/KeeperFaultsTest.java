package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What must not end the keeper's thread, what must not be done beside it, and when it asks again. */
@Timeout(60)
class KeeperFaultsTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-20T12:00:00Z"));
    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, time, 1000, 100);

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
            Await.until(() -> goesOnUntil.get() != null);
            assertThat(goesOnUntil.get()).isEqualTo(time.wallInstant());
            assertThatThrownBy(ids::nextId)
                    .hasMessageMatching("worker 100 was lost before its window ended .* no other"
                            + " since \\S+ \\(the memory ledger is down\\); waited .*");
        }
    }

    @Test
    void aClockThatFailsDoesNotEndTheKeeper() {
        AtomicInteger failures = new AtomicInteger();
        ManualTime own = new ManualTime(time.wallInstant()); // which the ledger does not read
        ledger.renewEvery = Duration.ofMillis(2);
        try (SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.builder(ledger).timeSource(own).build()) {
            own.beforeWallIsRead.set(() -> failTwice(own, failures));
            Await.until(() -> failures.get() == 2); // on the keeper's thread: no other reads it
            int before = ledger.renewals.get();
            Await.until(() -> ledger.renewals.get() > before + 1);
            assertThat(ids.nextId()).isPositive();
        }
    }

    /** The first failure may be one that is noted as the ledger's; noting it reads the clock again. */
    private static void failTwice(ManualTime own, AtomicInteger failures) {
        if (failures.incrementAndGet() < 2) {
            own.beforeWallIsRead.set(() -> failTwice(own, failures));
        }
        throw new IllegalStateException("there is no clock");
    }

    @Test
    void whoResumesWhileItIsClosedDoesNotTalkWithTheLedgerBesideTheKeeper() throws Exception {
        CountDownLatch releasing = new CountDownLatch(1);
        CountDownLatch mayRelease = new CountDownLatch(1);
        ledger.beforeRelease = () -> {
            releasing.countDown();
            awaitUninterrupted(mayRelease);
        };
        SnowflakeIdGenerator ids =
                SnowflakeIdGenerator.builder(ledger).timeSource(time).build();
        Thread closing = new Thread(ids::close);
        closing.start();
        releasing.await();
        assertThatThrownBy(ids::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the generator of worker 100 is closed: build a new one");
        mayRelease.countDown();
        closing.join();
        assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +0");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new WorkerLedgerException("interrupted", e);
        }
    }

    @Test
    void aLedgerThatIsAwayIsAskedAtGrowingIntervals() throws InterruptedException {
        BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .maxWait(Duration.ofMillis(1))
                .build()) {
            ledger.beforeAcquire = () -> asked.add(System.nanoTime());
            ledger.down = true;
            time.pass(Duration.ofSeconds(2)); // the window has lapsed
            assertThatThrownBy(ids::nextId).isInstanceOf(NoIdAvailableException.class);
            long last = asked.take();
            for (long atLeast : new long[] {89, 179, 359}) { // 100, 200 and 400 ms, more or less a tenth
                long next = asked.take();
                assertThat(TimeUnit.NANOSECONDS.toMillis(next - last)).isGreaterThanOrEqualTo(atLeast);
                last = next;
            }
        }
    }
}
