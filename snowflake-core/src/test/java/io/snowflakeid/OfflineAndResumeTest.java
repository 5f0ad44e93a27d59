package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the lease when the tiered policy takes a generator offline, and how it comes back. */
@Timeout(20)
class OfflineAndResumeTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualTime time = new ManualTime(NOON);
    private final HeardEvents heard = new HeardEvents();

    private SnowflakeIdGenerator.Builder tiered(WorkerLedger ledger) {
        return SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .clockPolicy(ClockPolicy.tiered())
                .listener(heard);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private void assertGoesOffline(SnowflakeIdGenerator ids) {
        assertThatThrownBy(ids::nextId).hasMessageContaining(" is offline since ");
    }

    // ---- a fixed worker, without a keeper's thread

    private static FixedWorkerLedger fixed(String namespace) {
        return FixedWorkerLedger.of(LAYOUT, 7).inNamespace(namespace);
    }

    @Test
    void aFixedWorkerResumesAboveItsMarkThoughTheClockIsAnHourBack() {
        try (SnowflakeIdGenerator ids = tiered(fixed("an-hour-back")).build()) {
            time.pass(Duration.ofSeconds(1));
            long last = 0;
            for (int i = 0; i < 5 * 4096; i++) {
                last = ids.nextId();
            }
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            assertThat(ids.resume()).isTrue();
            assertThat(ids.status().offlineSince()).isNull();
            long next = ids.nextId();
            assertThat(tickOf(next)).isEqualTo(tickOf(last) + 1);
            time.pass(Duration.ofMinutes(1));
            assertThat(tickOf(ids.nextId())).isEqualTo(tickOf(next) + 60_000);
            assertThat(heard.events()).containsExactly("set back PT1H, GOES_OFFLINE", "offline PT1H", "resumed 0/7");
        }
    }

    private static long tickOf(long id) {
        return LAYOUT.tickAt(LAYOUT.decode(id).timestamp());
    }

    @Test
    void afterTheClockWasSetRightIdsHaveTheRightTimeAgain() {
        try (SnowflakeIdGenerator ids = tiered(fixed("set-right")).build()) {
            time.pass(Duration.ofSeconds(1));
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            time.stepWall(Duration.ofHours(1));
            time.pass(Duration.ofSeconds(1));
            assertGoesOffline(ids);
            ids.resume();
            time.pass(Duration.ofSeconds(1));
            assertThat(LAYOUT.decode(ids.nextId()).timestamp()).isEqualTo(NOON.plusSeconds(3));
        }
    }

    @Test
    void stepsAndLeapsAreMeasuredAnewAfterResuming() {
        try (SnowflakeIdGenerator ids = tiered(fixed("measured-anew")).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            ids.resume();
            long before = ids.nextId();
            time.stepWall(Duration.ofMinutes(30)); // still behind the highest reading of before
            assertThat(tickOf(ids.nextId())).isEqualTo(tickOf(before));
            assertThat(ids.status().pendingLeap()).isEqualTo(Duration.ofMinutes(30));
            time.stepWall(Duration.ofMinutes(-30).minusSeconds(2));
            assertThatThrownBy(ids::nextId)
                    .isInstanceOfSatisfying(
                            ClockMovedBackwardsException.class,
                            e -> assertThat(e.behind()).isEqualTo(Duration.ofSeconds(2)));
        }
    }

    @Test
    void whileOfflineTheWorkerIsFreeAndWhoTakesItKeepsIt() {
        try (SnowflakeIdGenerator ids = tiered(fixed("free-while-offline")).build()) {
            ids.nextId();
            time.stepWall(Duration.ofDays(-1));
            assertGoesOffline(ids);
            time.stepWall(Duration.ofDays(1));
            try (SnowflakeIdGenerator other =
                    tiered(fixed("free-while-offline")).build()) {
                assertThat(other.nextId()).isPositive();
                assertThatThrownBy(ids::resume)
                        .isInstanceOf(WorkerLedgerException.class)
                        .hasFieldOrPropertyWithValue("reason", Reason.WORKER_IN_USE)
                        .hasMessageContaining("is already claimed in this process");
                assertGoesOffline(ids);
            }
            assertThat(ids.resume()).isTrue();
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void resumingWhatIsNotOfflineDoesNothing() {
        try (SnowflakeIdGenerator ids = tiered(fixed("not-offline")).build()) {
            long before = ids.nextId();
            assertThat(ids.resume()).isFalse();
            assertThat(ids.nextId()).isEqualTo(before + 1);
            assertThat(heard.events()).isEmpty();
        }
    }

    @Test
    void closingWhileOfflineIsFineAndResumingAfterwardsIsRefused() {
        SnowflakeIdGenerator ids = tiered(fixed("close-offline")).build();
        ids.nextId();
        time.stepWall(Duration.ofHours(-1));
        assertGoesOffline(ids);
        ids.close();
        assertThatThrownBy(ids::nextId).hasMessageStartingWith("the generator of worker 7 is closed");
        assertThatThrownBy(ids::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the generator of worker 7 is closed: build a new one");
        tiered(fixed("close-offline")).build().close(); // nobody claims it any more
    }

    @Test
    void resumingAClosedGeneratorDoesNotAskForItsWorker() {
        SnowflakeIdGenerator ids = tiered(fixed("closed-and-resumed")).build();
        ids.nextId();
        time.stepWall(Duration.ofHours(-1));
        assertGoesOffline(ids);
        ids.close();
        try (SnowflakeIdGenerator other = tiered(fixed("closed-and-resumed")).build()) {
            assertThatThrownBy(ids::resume).isInstanceOf(IllegalStateException.class);
            assertThat(other.nextId()).isPositive();
        }
    }

    /** A thread has read the wall clock and is stalled, while others go offline and come back. */
    @Test
    void whoReadTheClockBeforeAResumeDoesNotTakeItOfflineAgain() {
        try (SnowflakeIdGenerator ids = tiered(fixed("stalled")).build()) {
            long last = ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            AtomicReference<Long> meanwhile = new AtomicReference<>();
            time.afterWallWasRead.set(() -> {
                assertGoesOffline(ids);
                assertThat(ids.resume()).isTrue();
                meanwhile.set(ids.nextId());
            });
            long stalled = ids.nextId();
            assertThat(meanwhile.get()).isGreaterThan(last);
            assertThat(stalled).isEqualTo(meanwhile.get() + 1);
            assertThat(ids.status().offlineSince()).isNull();
        }
    }

    @Test
    void resumingAClosedGeneratorAcquiresNothing() {
        MemoryLedger ledger = new MemoryLedger(LAYOUT, new ManualTime(NOON), 1000, 100);
        SnowflakeIdGenerator ids = tiered(ledger).build();
        ids.close();
        assertThatThrownBy(ids::resume).isInstanceOf(IllegalStateException.class);
        assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +0");
    }

    @Test
    void theLowerTiersCountNoMoreOnceItIsOffline() {
        try (SnowflakeIdGenerator ids = tiered(fixed("lower-tiers")).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            time.stepWall(Duration.ofHours(1).minusSeconds(2)); // what alone would be refused as retryable
            assertThatThrownBy(ids::nextId).isExactlyInstanceOf(NoIdAvailableException.class);
            assertThatThrownBy(() -> ids.reserve(2)).isExactlyInstanceOf(NoIdAvailableException.class);
        }
    }

    // ---- with a file

    @Test
    void aFileIsGivenBackWithItsMarkAndTakenAgain(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("window");
        try (SnowflakeIdGenerator ids = tiered(fixed("file").storedIn(file)).build()) {
            long last = ids.nextId();
            String mark = LAYOUT.spec() + " " + (tickOf(last) + 1) + " ";
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            await(() -> contentOf(file).startsWith(mark));
            assertThat(ids.resume()).isTrue();
            assertThat(tickOf(ids.nextId())).isEqualTo(tickOf(last) + 1);
            assertThat(contentOf(file)).doesNotStartWith(mark);
        }
    }

    private static String contentOf(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException whileItIsMoved) {
            return "";
        }
    }

    // ---- a ledger with a clock

    @Test
    void theKeeperGivesTheWorkerBackAndRenewsTheNewOne() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 1000, 100);
        ledger.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = tiered(ledger).build()) {
            long last = ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            await(() -> ledger.events().contains("release 100 from tick +1"));
            assertThat(ids.resume()).isTrue();
            assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +1", "acquire 101");
            long next = ids.nextId();
            assertThat(LAYOUT.decode(next).worker()).isEqualTo(101);
            assertThat(next).isGreaterThan(last);
            ofLedger.pass(Duration.ofMillis(900));
            await(() -> ids.status().windowUntil().equals(NOON.plusMillis(1900)));
        }
        assertThat(ledger.events()).last().asString().startsWith("release 101");
    }

    @Test
    void aLedgerThatIsDownKeepsItOfflineUntilTheNextAttempt() {
        MemoryLedger ledger = new MemoryLedger(LAYOUT, new ManualTime(NOON), 1000, 100);
        try (SnowflakeIdGenerator ids = tiered(ledger).build()) {
            ids.nextId();
            ledger.down = true;
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            assertThatThrownBy(ids::resume)
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessage("the memory ledger is down");
            assertGoesOffline(ids);
            assertThat(ids.status().offlineSince()).isEqualTo(NOON.minusSeconds(3600));
            ledger.down = false;
            assertThat(ids.resume()).isTrue();
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void whoWaitsForAWindowIsToldWhenTheGeneratorGoesOffline() throws Exception {
        MemoryLedger ledger = new MemoryLedger(LAYOUT, time, 1000, 100);
        try (SnowflakeIdGenerator ids =
                tiered(ledger).maxWait(Duration.ofMinutes(10)).build()) {
            ids.nextId();
            ledger.down = true;
            time.pass(Duration.ofSeconds(2)); // the window lapses
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread waiting = new Thread(() -> thrown.set(catchFrom(ids)), "waits for a window");
            waiting.start();
            await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            waiting.join();
            assertThat(thrown.get()).hasMessageContaining(" is offline since ");
        }
    }

    private static Throwable catchFrom(SnowflakeIdGenerator ids) {
        try {
            return new AssertionError("made " + ids.nextId());
        } catch (NoIdAvailableException e) {
            return e;
        }
    }

    /** The wall clock of this process is set back; the database's is not. */
    @Test
    void aLedgerInADatabaseIsToldTheMarkAndGrantsAnew() throws Exception {
        ManualTime machine = new ManualTime(Instant.now());
        try (TestDatabase database = TestDatabase.h2("resume")) {
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                    .timeSource(machine)
                    .clockPolicy(ClockPolicy.tiered())
                    .build()) {
                long last = ids.nextId();
                machine.stepWall(Duration.ofMinutes(-30));
                assertGoesOffline(ids);
                await(() -> ledger.workers().stream().allMatch(w -> w.state() == WorkerEntry.State.FREE));
                assertThat(ledger.workers().get(0).until())
                        .isAfter(LAYOUT.decode(last).timestamp());
                ids.resume();
                assertThat(ids.nextId()).isGreaterThan(last);
                machine.stepWall(Duration.ofHours(-2));
                assertGoesOffline(ids);
                assertThatThrownBy(ids::resume).hasMessageContaining("allowed are 60 minutes between them");
                assertGoesOffline(ids);
            }
        }
    }

    // ---- listeners

    @Test
    void aListenerMayResumeAtOnceAndTheCallThatWentOfflineGetsItsId() {
        AtomicReference<SnowflakeIdGenerator> resumed = new AtomicReference<>();
        GeneratorListener resuming = new GeneratorListener() {
            @Override
            public void wentOffline(Duration behind) {
                assertThat(resumed.get().resume()).isTrue();
            }
        };
        try (SnowflakeIdGenerator ids =
                tiered(fixed("resumed-at-once")).listener(resuming).build()) {
            resumed.set(ids);
            long last = ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertThat(ids.nextId()).isGreaterThan(last);
        }
    }

    @Test
    void aListenerThatThrowsDisturbsNothing() {
        GeneratorListener broken = new GeneratorListener() {
            @Override
            public void clockSetBack(Duration by, Reaction reaction) {
                throw new IllegalStateException("thrown by a listener");
            }

            @Override
            public void clockLeapt(Duration by) {
                throw new AssertionError("thrown by a listener");
            }

            @Override
            public void wentOffline(Duration behind) {
                throw new IllegalStateException("thrown by a listener");
            }

            @Override
            public void resumed(long datacenter, long worker) {
                throw new IllegalStateException("thrown by a listener");
            }
        };
        try (SnowflakeIdGenerator ids =
                tiered(fixed("broken-listener")).listener(broken).build()) {
            long first = ids.nextId();
            time.stepWall(Duration.ofMillis(-50));
            assertThat(ids.nextId()).isEqualTo(first + 1);
            time.stepWall(Duration.ofHours(1));
            assertThat(ids.nextId()).isEqualTo(first + 2);
            time.stepWall(Duration.ofHours(-2));
            assertGoesOffline(ids);
            assertThat(ids.resume()).isTrue();
            assertThat(ids.nextId()).isGreaterThan(first);
            assertThat(ids.status().clockStepsBack()).isEqualTo(2);
            assertThat(ids.status().leapsRefused()).isEqualTo(1);
        }
    }

    /** A listener that waits for another thread, which calls the generator, waits for ever if a lock is held. */
    @Test
    void listenersAreCalledOutsideLocks() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 600_000, 100);
        ledger.renewEvery = Duration.ofMillis(2);
        AtomicReference<SnowflakeIdGenerator> generator = new AtomicReference<>();
        CountDownLatch told = new CountDownLatch(4);
        GeneratorListener waiting = new GeneratorListener() {
            private void callFromAnotherThread() {
                Thread other = new Thread(() -> {
                    generator.get().resume();
                    generator.get().status();
                    told.countDown();
                });
                other.start();
                while (other.isAlive()) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void clockSetBack(Duration by, Reaction reaction) {
                callFromAnotherThread();
            }

            @Override
            public void clockLeapt(Duration by) {
                callFromAnotherThread();
            }

            @Override
            public void wentOffline(Duration behind) {
                callFromAnotherThread();
            }

            @Override
            public void resumed(long datacenter, long worker) {
                callFromAnotherThread();
            }
        };
        try (SnowflakeIdGenerator ids = tiered(ledger).listener(waiting).build()) {
            generator.set(ids);
            ofLedger.stepWall(Duration.ofMinutes(5));
            await(() -> told.getCount() == 3); // on the keeper's thread
            time.stepWall(Duration.ofHours(-1));
            assertThat(ids.nextId()).isPositive();
            // set back, offline, resumed: each told by whichever thread saw it first, so maybe on the keeper's, after
            // the call
            await(() -> told.getCount() == 0);
        }
    }
}
