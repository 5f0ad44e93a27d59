package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener hears of the lease, in which order; the keeper renews every few milliseconds of real time, the clocks are moved by hand. */
@Timeout(20)
class LeaseEventsTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String DOWN = "failed until +1000: the memory ledger is down";

    private final ManualTime time = new ManualTime(NOON);
    private final ManualTime ledgerTime = new ManualTime(NOON);
    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, ledgerTime, 1000, 100);
    private final HeardLease heard = new HeardLease(NOON);

    LeaseEventsTest() {
        ledger.renewEvery = Duration.ofMillis(2);
    }

    private SnowflakeIdGenerator generator(GeneratorListener listener) {
        return SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .listener(listener)
                .build();
    }

    private void pass(long millis) {
        ledgerTime.pass(Duration.ofMillis(millis));
        time.pass(Duration.ofMillis(millis));
    }

    @Test
    void theStartIsToldBeforeTheGeneratorIsBuilt() {
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids = generator(heard)) {
            assertThat(heard.events()).containsExactly("acquired 0/100 until +1000");
            assertThat(ids.nextId()).isPositive();
        }
        assertThat(heard.events()).containsExactly("acquired 0/100 until +1000", "released 0/100");
    }

    @Test
    void everyListenerHearsAlsoIfOneBeforeItFails() {
        ledger.renewEvery = Duration.ofHours(1);
        GeneratorListener broken = new GeneratorListener() {
            @Override
            public void acquired(long datacenter, long worker, Instant until) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .listener(broken)
                .listener(heard)
                .build()
                .close();
        assertThat(heard.events()).containsExactly("acquired 0/100 until +1000", "released 0/100");
    }

    @Test
    void eachRenewalSaysHowFarTheWindowReachesNow() {
        try (SnowflakeIdGenerator ids = generator(heard)) {
            heard.await("renewed 0/100 until +1000");
            pass(500);
            heard.await("renewed 0/100 until +1500");
            assertThat(ids.status().windowUntil()).isEqualTo(NOON.plusMillis(1500));
        }
        assertThat(heard.events())
                .containsExactly(
                        "acquired 0/100 until +1000",
                        "renewed 0/100 until +1000",
                        "renewed 0/100 until +1500",
                        "released 0/100");
    }

    @Test
    void anOutageShorterThanTheWindowIsFailuresThenARenewal() {
        try (SnowflakeIdGenerator ids = generator(heard)) {
            heard.await("renewed 0/100 until +1000");
            ledger.down = true;
            heard.await(DOWN);
            pass(999);
            assertThat(ids.nextId()).isPositive();
            ledger.down = false;
            heard.await("renewed 0/100 until +1999");
            assertThat(heard.events())
                    .containsExactly(
                            "acquired 0/100 until +1000",
                            "renewed 0/100 until +1000",
                            DOWN,
                            "renewed 0/100 until +1999");
        }
    }

    @Test
    void anOutageLongerThanTheWindowLosesTheWorkerAndEndsWithAnotherOne() {
        try (SnowflakeIdGenerator ids = generator(heard)) {
            heard.await("renewed 0/100 until +1000");
            ledger.down = true;
            heard.await(DOWN);
            pass(2000);
            heard.await("lost 0/100");
            Await.until(() -> heard.events().lastIndexOf(DOWN) > heard.events().indexOf("lost 0/100"));
            ledger.down = false;
            heard.await("renewed 0/101 until +3000");
            assertThat(heard.events())
                    .containsExactly(
                            "acquired 0/100 until +1000",
                            "renewed 0/100 until +1000",
                            DOWN,
                            "lost 0/100",
                            DOWN,
                            "acquired 0/101 until +3000",
                            "renewed 0/101 until +3000");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    @Test
    void theLogHasALineWhereAWorkerIsGrantedAndWhereItIsGivenBack() {
        ledger.renewEvery = Duration.ofHours(1);
        HeardLog log = new HeardLog();
        try {
            generator(heard).close();
        } finally {
            log.close();
        }
        assertThat(log.lines())
                .containsExactly(
                        "INFO the memory ledger granted worker 100 until 2026-11-20T12:00:01Z",
                        "INFO the memory ledger has worker 100 back");
    }

    @Test
    void thatNothingIsToBeDoneIsSaidOnceInAnIncidentAtItsEnd() {
        HeardLog log = new HeardLog();
        try (SnowflakeIdGenerator ids = generator(heard)) {
            assertThat(ids.nextId()).isPositive();
            ledger.down = true;
            heard.await(DOWN);
            pass(2000);
            heard.await("lost 0/100");
            ledger.down = false;
            heard.await("renewed 0/101 until +3000");
        } finally {
            log.close();
        }
        assertThat(log.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("WARNING worker 100 was lost or lapsed")
                        .containsSubsequence("ended at 2026-11-20T12:00:01Z", "another one is asked for"))
                .filteredOn(line -> line.contains("nothing is to be done"))
                .hasSize(1)
                .allMatch(
                        line -> line.startsWith("INFO the memory ledger grants windows again, after failures since "));
    }

    @Test
    void aLostGrantIsGivenUpAndReplaced() {
        try (SnowflakeIdGenerator ids = generator(heard)) {
            heard.await("renewed 0/100 until +1000");
            ledger.loseGrant = true;
            heard.await("renewed 0/101 until +1000");
            assertThat(heard.events())
                    .containsExactly(
                            "acquired 0/100 until +1000",
                            "renewed 0/100 until +1000",
                            "lost 0/100",
                            "released 0/100",
                            "acquired 0/101 until +1000",
                            "renewed 0/101 until +1000");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    /** As a group of ledgers does when the one that has granted the worker is away. */
    private static final class MovingLedger implements WorkerLedger {
        private final MemoryLedger ledger;
        volatile boolean moves;

        MovingLedger(MemoryLedger ledger) {
            this.ledger = ledger;
        }

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
            if (moves) {
                moves = false;
                return Optional.of(ledger.acquire(0));
            }
            return ledger.renew(grant, positionTick);
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
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

    @Test
    void aGroupThatMovesToAnotherLedgerLosesNothing() {
        MovingLedger group = new MovingLedger(ledger);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(group)
                .timeSource(time)
                .listener(heard)
                .build()) {
            heard.await("renewed 0/100 until +1000");
            group.moves = true;
            heard.await("renewed 0/101 until +1000");
            assertThat(heard.events())
                    .containsExactly(
                            "acquired 0/100 until +1000",
                            "renewed 0/100 until +1000",
                            "acquired 0/101 until +1000",
                            "released 0/100",
                            "renewed 0/101 until +1000");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    @Test
    void offlineGivesTheWorkerBackAndResumingAcquiresAnother() {
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .clockPolicy(ClockPolicy.tiered())
                .listener(heard)
                .build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertThatThrownBy(ids::nextId).hasMessageContaining(" is offline since ");
            heard.await("released 0/100");
            assertThat(heard.events()).containsOnlyOnce("offline PT1H").doesNotContain("lost 0/100");
            ledger.failNextRenewal = true; // none is asked for
            assertThat(ids.resume()).isTrue();
            assertThat(heard.events()).endsWith("acquired 0/101 until +1000", "resumed 0/101");
        }
        assertThat(heard.events()).endsWith("resumed 0/101", "released 0/101");
    }

    // ---- calls

    @Test
    void aBurstTellsOnceThatItBorrowsAndHowLongItThenWaits() {
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids = generator(heard)) {
            take(ids, 4096);
            assertThat(heard.events()).containsExactly("acquired 0/100 until +1000");
            take(ids, 10 * 4096);
            assertThat(heard.events()).containsExactly("acquired 0/100 until +1000", "borrowed PT0.001S");
            ids.nextId();
            assertThat(heard.events())
                    .containsExactly("acquired 0/100 until +1000", "borrowed PT0.001S", "waited PT0.001S");
        }
    }

    @Test
    void theNextBurstIsToldAgain() {
        AtomicInteger bursts = new AtomicInteger();
        GeneratorListener counting = new GeneratorListener() {
            @Override
            public void borrowed(Duration ahead) {
                bursts.incrementAndGet();
            }
        };
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids = generator(counting)) {
            take(ids, 3 * 4096);
            pass(100);
            take(ids, 3 * 4096);
            assertThat(bursts).hasValue(2);
        }
    }

    private static void take(SnowflakeIdGenerator ids, int count) {
        for (int i = 0; i < count; i++) {
            ids.nextId();
        }
    }

    // ---- listeners that misbehave or call back

    @Test
    @SuppressWarnings("try") // the log is quiet until the end
    void aListenerThatThrowsAtEveryEventDisturbsNothing() {
        try (QuietLog quiet = new QuietLog();
                SnowflakeIdGenerator ids = generator(new HeardLease(NOON) {
                    @Override
                    public void acquired(long datacenter, long worker, Instant until) {
                        throw new AssertionError("acquired");
                    }

                    @Override
                    public void renewed(long datacenter, long worker, Instant until) {
                        throw new IllegalStateException("renewed");
                    }

                    @Override
                    public void lost(long datacenter, long worker) {
                        throw new IllegalStateException("lost");
                    }

                    @Override
                    public void borrowed(Duration ahead) {
                        throw new IllegalStateException("borrowed");
                    }
                })) {
            take(ids, 2 * 4096);
            ledger.loseGrant = true;
            while (ids.status().worker() != 101) {
                Thread.onSpinWait();
            }
            int before = ledger.renewals.get();
            while (ledger.renewals.get() < before + 3) {
                Thread.onSpinWait();
            }
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    /** Does not return from its first renewal before it may. */
    private static final class Blocking extends HeardLease {
        final CountDownLatch blocks = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);

        Blocking() {
            super(NOON);
        }

        @Override
        public void renewed(long datacenter, long worker, Instant until) {
            blocks.countDown();
            try {
                mayReturn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while it blocked", e);
            }
            super.renewed(datacenter, worker, until);
        }
    }

    @Test
    void aListenerThatBlocksStopsNoRenewal() throws InterruptedException {
        Blocking blocking = new Blocking();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .listener(blocking)
                .listener(heard)
                .build()) {
            blocking.blocks.await();
            for (long passed = 500; passed <= 10_000; passed += 500) {
                pass(500);
                heard.await("renewed 0/100 until +" + (1000 + passed));
                assertThat(ids.nextId()).isPositive();
            }
            assertThat(blocking.events()).containsExactly("acquired 0/100 until +1000");
            blocking.mayReturn.countDown();
            blocking.await("renewed 0/100 until +11000");
            assertThat(blocking.events()).containsSubsequence("renewed 0/100 until +1000", "renewed 0/100 until +6000");
        }
    }

    @Test
    void theLeaseIsToldInItsOrderToAListenerThatIsBusyDuringResume() throws InterruptedException {
        Blocking blocking = new Blocking();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .clockPolicy(ClockPolicy.tiered())
                .listener(blocking)
                .listener(heard)
                .build()) {
            blocking.blocks.await();
            time.stepWall(Duration.ofHours(-1));
            try {
                ids.nextId();
            } catch (NoIdAvailableException offline) {
                assertThat(offline).hasMessageContaining(" is offline since ");
            }
            heard.await("released 0/100");
            assertThat(ids.resume()).isTrue();
            assertThat(blocking.events()).doesNotContain("acquired 0/101 until +1000");
            blocking.mayReturn.countDown();
            blocking.await("resumed 0/101");
            assertThat(blocking.events())
                    .containsSubsequence(
                            "acquired 0/100 until +1000",
                            "renewed 0/100 until +1000",
                            "released 0/100",
                            "acquired 0/101 until +1000",
                            "resumed 0/101");
        }
    }

    @Test
    void closingInterruptsAListenerThatBlocksAfterMaxWait() throws InterruptedException {
        Blocking blocking = new Blocking();
        HeardLog log = new HeardLog();
        try {
            SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                    .timeSource(time)
                    .maxWait(Duration.ofMillis(150))
                    .listener(blocking)
                    .listener(heard)
                    .build();
            blocking.blocks.await();
            ids.close();
            assertThat(heard.events()).endsWith("released 0/100");
            log.await("failed; ids go on");
        } finally {
            log.close();
        }
        assertThat(blocking.events()).containsExactly("acquired 0/100 until +1000");
        assertThat(log.lines())
                .anyMatch(line -> line.startsWith("WARNING listener " + Blocking.class.getName()
                        + " has not returned, and the generator is closed: it is interrupted"));
    }

    @Test
    void aListenerMayTakeIdsWhereItIsTold() {
        AtomicReference<SnowflakeIdGenerator> generator = new AtomicReference<>();
        AtomicReference<Long> taken = new AtomicReference<>();
        HeardLease calling = new HeardLease(NOON) {
            @Override
            public void lost(long datacenter, long worker) {
                taken.set(generator.get().nextId());
            }
        };
        try (SnowflakeIdGenerator ids = generator(calling)) {
            generator.set(ids);
            ledger.loseGrant = true;
            calling.await("renewed 0/101 until +1000");
            assertThat(LAYOUT.decode(taken.get()).worker()).isEqualTo(101);
        }
    }

    @Test
    void aListenerMayCloseWhereItIsTold() {
        AtomicReference<SnowflakeIdGenerator> generator = new AtomicReference<>();
        HeardLease closing = new HeardLease(NOON) {
            @Override
            public void lost(long datacenter, long worker) {
                generator.get().close();
                super.lost(datacenter, worker);
            }
        };
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .maxWait(Duration.ofHours(1)) // which closing must not wait for itself
                .listener(closing)
                .build()) {
            generator.set(ids);
            ledger.loseGrant = true;
            closing.await("released 0/100");
            Await.until(() -> ids.status().closed());
            assertThatThrownBy(ids::nextId).hasMessageContaining(" is closed: take ids before it is closed");
        }
    }

    @Test
    void aListenerMayResumeWhereItIsTold() {
        ledger.renewEvery = Duration.ofHours(1);
        AtomicReference<SnowflakeIdGenerator> generator = new AtomicReference<>();
        HeardLease resuming = new HeardLease(NOON) {
            @Override
            public void released(long datacenter, long worker) {
                if (worker == 100) {
                    generator.get().resume();
                }
            }
        };
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .clockPolicy(ClockPolicy.tiered())
                .listener(resuming)
                .build()) {
            generator.set(ids);
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            try {
                ids.nextId(); // if the listener was quicker, it is back already
            } catch (NoIdAvailableException offline) {
                assertThat(offline).hasMessageContaining(" is offline since ");
            }
            resuming.await("resumed 0/101");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }
}
