package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens at the end of a window: the ledger renews it, has lost it, or is away. */
@Timeout(60)
class LeaseKeeperTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final long WINDOW = 1000;

    private final ManualTime time = new ManualTime(NOON);
    private final MemoryLedger ledger = new MemoryLedger(LAYOUT, time, WINDOW, 100);

    private SnowflakeIdGenerator generator() {
        return SnowflakeIdGenerator.builder(ledger).timeSource(time).build();
    }

    private static long workerOf(long id) {
        return LAYOUT.decode(id).worker();
    }

    @Test
    void aWorkerIsAcquiredBeforeTheFirstId() {
        try (SnowflakeIdGenerator ids = generator()) {
            assertThat(ledger.events()).containsExactly("acquire 100");
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
            assertThat(ids.status().windowUntil()).isEqualTo(NOON.plusMillis(WINDOW));
        }
    }

    @Test
    void renewalsKeepTheWindowAhead() {
        ledger.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = generator()) {
            time.pass(Duration.ofMillis(WINDOW / 2));
            Await.until(() -> ids.status().windowUntil().equals(NOON.plusMillis(WINDOW + WINDOW / 2)));
            time.pass(Duration.ofMillis(WINDOW / 2));
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
        }
    }

    @Test
    void aPauseLongerThanTheWindowEndsInANewWorker() {
        try (SnowflakeIdGenerator ids = generator()) {
            long before = ids.nextId();
            time.pass(Duration.ofHours(1));
            long after = ids.nextId();
            assertThat(workerOf(after)).isEqualTo(101);
            assertThat(after).isGreaterThan(before);
            assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +1", "acquire 101");
        }
    }

    @Test
    void anIdThatWasBegunBeforeTheWindowEndedIsFinishedWithItsOwnWorker() {
        try (SnowflakeIdGenerator ids = generator()) {
            IdBatch batch = ids.reserve(2);
            long first = batch.next();
            time.pass(Duration.ofHours(1));
            assertThat(workerOf(ids.nextId())).isEqualTo(101);
            assertThat(batch.next()).isEqualTo(first + 1);
        }
    }

    @Test
    void aLostGrantIsReplacedAndIdsStillIncrease() {
        ledger.step = -1; // the next worker has a smaller number
        ledger.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = generator()) {
            long before = 0;
            for (int i = 0; i < 5 * 4096; i++) {
                before = ids.nextId(); // some milliseconds ahead of the clock
            }
            ledger.loseGrant = true;
            Await.until(() -> ids.status().worker() == 99);
            long after = ids.nextId();
            assertThat(workerOf(after)).isEqualTo(99);
            assertThat(after).isGreaterThan(before);
        }
    }

    @Test
    void aLedgerThatIsAwayForLessThanTheWindowIsNotNoticed() {
        ledger.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = generator()) {
            ledger.down = true;
            time.pass(Duration.ofMillis(WINDOW - 1));
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
            ledger.down = false;
            Await.until(() -> ids.status().windowUntil().isAfter(NOON.plusMillis(WINDOW)));
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
        }
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
                            + " \\(the memory ledger is down\\); waited \\d+ ms, allowed are 150 ms: .*"
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
    void closingWhileTheLedgerIsDownIsFine() {
        SnowflakeIdGenerator ids = generator();
        ledger.down = true;
        ids.close();
        assertThatThrownBy(ids::nextId).isInstanceOf(NoIdAvailableException.class);
    }

    @Test
    void aLedgerWhoseClockIsFarBehindStillGrantsAWindowThatCanBeUsed() {
        try (SnowflakeIdGenerator ids = generator()) {
            long before = ids.nextId();
            time.stepWall(Duration.ofMinutes(-10)); // the memory ledger's clock, too
            time.pass(Duration.ofMillis(2 * WINDOW)); // and the window lapses
            assertThat(ids.nextId()).isGreaterThan(before);
        }
    }

    @Test
    void aNewWorkerWhoseWindowCannotBeMovedOnIsGivenBack() {
        try (SnowflakeIdGenerator ids = generator()) {
            ids.nextId();
            time.stepWall(Duration.ofMinutes(-10));
            time.pass(Duration.ofMillis(2 * WINDOW));
            ledger.failNextRenewal = true;
            Await.until(() -> canMake(ids));
            assertThat(ledger.events()).contains("acquire 101", "release 101 from tick +0", "acquire 102");
            assertThat(workerOf(ids.nextId())).isEqualTo(102);
        }
    }

    @Test
    void anErrorInTheLedgerDoesNotEndTheKeeper() {
        ledger.renewEvery = Duration.ofMillis(2);
        try (SnowflakeIdGenerator ids = generator()) {
            ledger.failWithError = true;
            Await.until(() -> !ledger.failWithError);
            int after = ledger.renewals.get();
            Await.until(() -> ledger.renewals.get() > after);
            assertThat(ids.nextId()).isPositive();
        }
    }

    @Test
    void closingWithTheInterruptFlagSetStillGivesTheWorkerBack() {
        SnowflakeIdGenerator ids = generator();
        Thread.currentThread().interrupt();
        ids.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ledger.events()).containsExactly("acquire 100", "release 100 from tick +0");
    }

    // ---- under a policy that reads the wall clock

    private SnowflakeIdGenerator refusing(MemoryLedger elsewhere) {
        return SnowflakeIdGenerator.builder(elsewhere)
                .timeSource(time)
                .clockPolicy(ClockPolicy.refuse())
                .build();
    }

    @Test
    void aWallClockThatStaysBehindTheLedgersWaitsForNoWindow() {
        ManualTime ofLedger = new ManualTime(NOON);
        try (SnowflakeIdGenerator ids = refusing(new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100))) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            time.pass(Duration.ofHours(1)); // it has caught up, an hour late
            ofLedger.pass(Duration.ofHours(1));
            assertThat(workerOf(ids.nextId())).isEqualTo(100);
            time.pass(Duration.ofMillis(2 * WINDOW));
            long next = ids.nextId();
            assertThat(workerOf(next)).isEqualTo(101);
            assertThat(LAYOUT.decode(next).timestamp()).isEqualTo(NOON.plusSeconds(3600));
            assertThat(time.parks).hasValue(0);
        }
    }

    @Test
    void aWindowThatIsGrantedWhileTheWallClockIsBehindDoesNotMoveIdsOnceItIsSetRight() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger elsewhere = new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100);
        elsewhere.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = refusing(elsewhere)) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertThatThrownBy(ids::nextId).isInstanceOf(ClockMovedBackwardsException.class);
            elsewhere.loseGrant = true;
            ofLedger.pass(Duration.ofMinutes(1));
            time.pass(Duration.ofMinutes(1));
            Await.until(() -> ids.status().worker() == 101);
            assertThatThrownBy(ids::nextId).isInstanceOf(ClockMovedBackwardsException.class);
            time.stepWall(Duration.ofHours(1));
            assertThat(LAYOUT.decode(ids.nextId()).timestamp()).isEqualTo(NOON.plusSeconds(60));
            assertThat(ids.status().leapsRefused()).isZero();
        }
    }

    /** The keeper's position goes on with the monotonic clock, so a window is held however long callers are refused. */
    @Test
    void aWindowIsRenewedWhileTheWallClockIsBehind() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger elsewhere = new MemoryLedger(LAYOUT, ofLedger, WINDOW, 100);
        elsewhere.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = refusing(elsewhere)) {
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
