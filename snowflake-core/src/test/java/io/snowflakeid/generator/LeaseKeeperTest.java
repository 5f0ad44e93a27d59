package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
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

/** What happens at the end of a window: the ledger renews it, has lost it, or is away. */
@Timeout(60)
class LeaseKeeperTest extends OnManualTime {

    private static final long WINDOW = 1000;

    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, time, WINDOW, 100);

    private SnowflakeIdGenerator generator() {
        return on(ledger, ClockPolicy.rideThrough()).build();
    }

    private static long workerOf(long id) {
        return LAYOUT.decode(id).worker();
    }

    @Test
    void aLedgerThatStaysAwayEndsInAnExceptionThatSaysWhy() {
        MemoryLedger real = new MemoryLedger(LAYOUT, TimeSource.system(), 30, 100);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(real)
                .maxWait(Duration.ofMillis(150))
                .build()) {
            real.down = true;
            Await.until(() -> !canMake(ids)); // the clock of ids may be behind the wall clock
            assertThatThrownBy(ids::nextId)
                    .isInstanceOfSatisfying(
                            NoIdAvailableException.class,
                            e -> assertThat(e.waitedMillis()).isGreaterThanOrEqualTo(150L))
                    .hasMessageMatching("the window of worker 100 ended at \\S+Z .* no other since \\S+Z"
                            + " \\(the memory ledger is down\\); waited \\d+ ms, maxWait is 150 ms: .*"
                            + " ids go on by themselves .*")
                    .hasRootCauseMessage("the memory ledger is down");
            real.down = false;
            Await.until(() -> canMake(ids));
        }
    }

    private static boolean canMake(SnowflakeIdGenerator ids) {
        try {
            return ids.nextId() > 0;
        } catch (NoIdAvailableException notYet) {
            return false;
        }
    }

    @Test
    void closingGivesTheWorkerBackBehindTheLastId() {
        SnowflakeIdGenerator ids = generator();
        time.pass(Duration.ofMillis(100));
        ids.nextId();
        ids.close();
        ids.close();
        assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +101");
        assertThatThrownBy(ids::nextId).hasMessageStartingWith("the generator of worker 100 is closed");
    }

    @Test
    void closingWithTheInterruptFlagSetStillGivesTheWorkerBack() {
        SnowflakeIdGenerator ids = generator();
        Thread.currentThread().interrupt();
        ids.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +0");
    }

    // ---- what fails

    @Test
    void noMessageAboutALostWorkerSaysThatItsWindowHasEndedInTheFuture() {
        AtomicReference<Instant> goesOnUntil = new AtomicReference<>();
        GeneratorListener hearing = new GeneratorListener() {
            @Override
            public void renewalFailed(Instant until, Throwable reason) {
                goesOnUntil.set(until);
            }
        };
        SnowflakeIdGenerator.Builder builder = on(ledger, ClockPolicy.rideThrough())
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
    void resumingWhileItIsClosedCallsNoLedgerBesideTheKeeper() throws Exception {
        CountDownLatch releasing = new CountDownLatch(1);
        CountDownLatch mayRelease = new CountDownLatch(1);
        ledger.beforeRelease = () -> {
            releasing.countDown();
            awaitUninterrupted(mayRelease);
        };
        SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough()).build();
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
            throw new WorkerLedgerException(WorkerLedgerException.Reason.OTHER, "interrupted", e);
        }
    }

    @Test
    void aLedgerThatIsAwayIsAskedAtGrowingIntervals() throws InterruptedException {
        BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough())
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

    // ---- under a policy that reads the wall clock

    @Test
    void aWallClockThatStaysBehindTheLedgersWaitsForNoWindow() {
        ManualTime ofLedger = new ManualTime(NOON);
        try (SnowflakeIdGenerator ids = on(new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100), ClockPolicy.refuse())
                .build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            time.pass(Duration.ofHours(1)); // it has caught up, an hour late
            ofLedger.pass(Duration.ofHours(1));
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
            time.pass(Duration.ofMillis(2 * WINDOW));
            long next = ids.nextId();
            assertThat(workerOf(next)).isEqualTo(101);
            assertThat(timestampOf(next)).isEqualTo(NOON.plusSeconds(3600));
            assertThat(time.parks).hasValue(0);
        }
    }

    @Test
    void aWindowThatIsGrantedWhileTheWallClockIsBehindDoesNotMoveIdsOnceItIsSetRight() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger elsewhere = new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100);
        elsewhere.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = on(elsewhere, ClockPolicy.refuse()).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertThatThrownBy(ids::nextId).isInstanceOf(ClockMovedBackwardsException.class);
            elsewhere.loseGrant = true;
            ofLedger.pass(Duration.ofMinutes(1));
            time.pass(Duration.ofMinutes(1));
            Await.until(() -> ids.status().worker() == 101);
            assertThatThrownBy(ids::nextId).isInstanceOf(ClockMovedBackwardsException.class);
            time.stepWall(Duration.ofHours(1));
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(60));
            assertThat(ids.status().leapsRefused()).isZero();
        }
    }

    /** The keeper's position goes on with the monotonic clock, so a window is held however long callers are refused. */
    @Test
    void aWindowIsRenewedWhileTheWallClockIsBehind() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger elsewhere = new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100);
        elsewhere.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = on(elsewhere, ClockPolicy.refuse()).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            for (int i = 1; i <= 5; i++) {
                Instant end = NOON.plusMillis((i + 1) * (WINDOW / 2) + WINDOW / 2);
                ofLedger.pass(Duration.ofMillis(WINDOW / 2));
                time.pass(Duration.ofMillis(WINDOW / 2));
                Await.until(() -> ids.status().windowUntil().equals(end));
            }
            assertThat(ids.status().worker()).isEqualTo(100);
        }
    }
}
