package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerGrant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener hears of the lease, in which order; the keeper renews every few milliseconds of real time, the clocks are moved by hand. */
@Timeout(20)
class LeaseEventsTest extends OnManualTime {

    private static final String ACQUIRED = "acquired 0/100 until +1000";
    private static final String RENEWED = "renewed 0/100 until +1000";
    private static final String DOWN = "failed until +1000: the memory ledger is down";

    private final ManualTime ledgerTime = new ManualTime(NOON);
    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, ledgerTime, 1000, 100);
    private final RecordedLease told = new RecordedLease(NOON);

    LeaseEventsTest() {
        ledger.renewEvery = Duration.ofMillis(2);
    }

    private SnowflakeIdGenerator generator(GeneratorListener listener) {
        return on(ledger, ClockPolicy.rideThrough()).listener(listener).build();
    }

    private void pass(long millis) {
        ledgerTime.pass(Duration.ofMillis(millis));
        time.pass(Duration.ofMillis(millis));
    }

    @Test
    void theStartIsToldBeforeTheGeneratorIsBuiltAlsoIfAnotherListenerFails() {
        ledger.renewEvery = Duration.ofHours(1);
        GeneratorListener broken = new GeneratorListener() {
            @Override
            public void acquired(long datacenter, long worker, Instant until) {
                throw new AssertionError("broken on purpose");
            }
        };
        CapturedLog log = new CapturedLog();
        try (log;
                SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough())
                        .listener(broken)
                        .listener(told)
                        .build()) {
            assertThat(told.events()).containsExactly(ACQUIRED);
            assertThat(ids.nextId()).isPositive();
        }
        assertThat(told.events()).containsExactly(ACQUIRED, "released 0/100");
        assertThat(log.lines())
                .containsExactly(
                        "INFO the memory ledger granted worker 100 until 2026-11-20T12:00:01Z",
                        "WARNING listener " + broken.getClass().getName() + " failed; ids go on",
                        "INFO the memory ledger has worker 100 back");
    }

    @Test
    void anOutageShorterThanTheWindowIsFailuresThenARenewal() {
        try (SnowflakeIdGenerator ids = generator(told)) {
            told.await(RENEWED);
            ledger.down = true;
            told.await(DOWN);
            pass(999);
            assertThat(ids.nextId()).isPositive();
            ledger.down = false;
            told.await("renewed 0/100 until +1999");
            assertThat(told.events()).containsExactly(ACQUIRED, RENEWED, DOWN, "renewed 0/100 until +1999");
        }
    }

    @Test
    void anOutageLongerThanTheWindowLosesTheWorkerAndEndsWithAnotherOne() {
        CapturedLog log = new CapturedLog();
        try (log;
                SnowflakeIdGenerator ids = generator(told)) {
            told.await(RENEWED);
            ledger.down = true;
            told.await(DOWN);
            pass(2000);
            told.await("lost 0/100");
            Await.until(() -> told.events().lastIndexOf(DOWN) > told.events().indexOf("lost 0/100"));
            ledger.down = false;
            told.await("renewed 0/101 until +3000");
            assertThat(told.events()).startsWith(ACQUIRED, RENEWED, DOWN, "lost 0/100", DOWN);
            assertThat(told.events()).endsWith(DOWN, "acquired 0/101 until +3000", "renewed 0/101 until +3000");
            assertThat(told.events()).hasSize(7);
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
        assertThat(log.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("WARNING worker 100 was lost or lapsed")
                        .containsSubsequence("lapsed at 2026-11-20T12:00:01Z", "acquiring another one"))
                .filteredOn(line -> line.contains("grants windows again"))
                .hasSize(1)
                .allMatch(
                        line -> line.startsWith("INFO the memory ledger grants windows again, after failures since "));
    }

    @Test
    void aLostGrantIsGivenUpAndReplaced() {
        try (SnowflakeIdGenerator ids = generator(told)) {
            told.await(RENEWED);
            ledger.loseGrant = true;
            told.await("renewed 0/101 until +1000");
            assertThat(told.events())
                    .containsExactly(
                            ACQUIRED,
                            RENEWED,
                            "lost 0/100",
                            "released 0/100",
                            "acquired 0/101 until +1000",
                            "renewed 0/101 until +1000");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    @Test
    void aGroupThatMovesToAnotherLedgerLosesNothing() {
        try (SnowflakeIdGenerator ids = generator(told)) {
            told.await(RENEWED);
            ledger.moves = true;
            told.await("renewed 0/101 until +1000");
            assertThat(told.events())
                    .containsExactly(
                            ACQUIRED,
                            RENEWED,
                            "acquired 0/101 until +1000",
                            "released 0/100",
                            "renewed 0/101 until +1000");
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
        }
    }

    @Test
    void offlineGivesTheWorkerBackAndResumingAcquiresAnother() {
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids =
                on(ledger, ClockPolicy.tiered()).listener(told).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertThatThrownBy(ids::nextId).hasMessageContaining(" is offline since ");
            told.await("released 0/100");
            assertThat(told.events()).containsOnlyOnce("offline PT1H").doesNotContain("lost 0/100");
            ledger.failNextRenewal = true; // none is asked for
            assertThat(ids.resume()).isTrue();
            assertThat(told.events()).endsWith("acquired 0/101 until +1000", "resumed 0/101");
        }
        assertThat(told.events()).endsWith("resumed 0/101", "released 0/101");
    }

    // ---- calls

    @Test
    void aCallThatWaitsInABurstTellsForHowLong() {
        ledger.renewEvery = Duration.ofHours(1);
        try (SnowflakeIdGenerator ids = generator(told)) {
            for (int i = 0; i < 11 * 4096; i++) {
                ids.nextId();
            }
            assertThat(told.events()).containsExactly(ACQUIRED);
            ids.nextId();
            assertThat(told.events()).containsExactly(ACQUIRED, "waited PT0.001S");
        }
    }

    // ---- listeners that misbehave or call back

    /** Does not return from its first renewal before it may. */
    private static final class Blocking extends RecordedLease {
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
    void aListenerThatBlocksStopsNoRenewalAndIsToldTheRestInItsOrder() throws InterruptedException {
        Blocking blocking = new Blocking();
        try (SnowflakeIdGenerator ids = generator(blocking)) {
            blocking.blocks.await();
            for (long passed = 500; passed <= 10_000; passed += 500) {
                Instant end = NOON.plusMillis(1000 + passed);
                pass(500);
                Await.until(() -> ids.status().windowUntil().equals(end));
                assertThat(ids.nextId()).isPositive();
            }
            assertThat(blocking.events()).containsExactly(ACQUIRED);
            blocking.mayReturn.countDown();
            blocking.await("renewed 0/100 until +11000");
            assertThat(blocking.events()).containsSubsequence(RENEWED, "renewed 0/100 until +6000");
        }
    }

    @Test
    void anEventIsDroppedWhileAThousandWaitAndTheLogSaysSo() {
        AtomicReference<GeneratorEvents> events = new AtomicReference<>();
        WorkerGrant grant = new WorkerGrant(0, 100, 0, 1, "token", 0);
        RecordedLease flooding = new RecordedLease(NOON) {
            @Override
            public void resumed(long datacenter, long worker) {
                IntStream.rangeClosed(1, GeneratorEvents.CAPACITY + 7)
                        .forEach(i -> events.get().renewed(grant, NOON.plusMillis(i)));
            }
        };
        CapturedLog log = new CapturedLog();
        try (log) {
            events.set(new GeneratorEvents(List.of(flooding)));
            events.get().resumed(grant);
            flooding.await("renewed 0/100 until +" + GeneratorEvents.CAPACITY);
            events.get().close(Duration.ofMinutes(1));
        }
        assertThat(flooding.events()).hasSize(GeneratorEvents.CAPACITY);
        assertThat(log.lines()).hasSize(7).allMatch(line -> line.endsWith("an event is dropped"));
    }

    @Test
    void closingInterruptsAListenerThatBlocksAfterMaxWait() throws InterruptedException {
        Blocking blocking = new Blocking();
        CapturedLog log = new CapturedLog();
        try (log) {
            SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough())
                    .maxWait(Duration.ofMillis(150))
                    .listener(blocking)
                    .build();
            blocking.blocks.await();
            ids.close();
            log.await("failed; ids go on");
        }
        assertThat(blocking.events()).containsExactly(ACQUIRED);
        assertThat(log.lines()).anyMatch(line -> line.startsWith("WARNING a listener has not returned, and the"));
    }

    @Test
    void aListenerMayCloseWhereItIsTold() {
        AtomicReference<SnowflakeIdGenerator> generator = new AtomicReference<>();
        RecordedLease closing = new RecordedLease(NOON) {
            @Override
            public void lost(long datacenter, long worker) {
                generator.get().close();
                super.lost(datacenter, worker);
            }
        };
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough())
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
        RecordedLease resuming = new RecordedLease(NOON) {
            @Override
            public void released(long datacenter, long worker) {
                if (worker == 100) {
                    generator.get().resume();
                }
            }
        };
        try (SnowflakeIdGenerator ids =
                on(ledger, ClockPolicy.tiered()).listener(resuming).build()) {
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
