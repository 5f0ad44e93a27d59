package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to the lease when the tiered policy takes a generator offline, and how it comes back. */
@Timeout(20)
class OfflineAndResumeTest extends OnManualTime {

    private SnowflakeIdGenerator.Builder tiered(WorkerLedger ledger) {
        return on(ledger, ClockPolicy.tiered());
    }

    private void assertGoesOffline(SnowflakeIdGenerator ids) {
        assertThatThrownBy(ids::nextId).hasMessageContaining(" is offline since ");
    }

    // ---- a fixed worker, without a keeper's thread

    @Test
    void aFixedWorkerResumesAboveItsMarkThoughTheClockIsAnHourBack() {
        try (SnowflakeIdGenerator ids = tiered(fixed(LAYOUT)).build()) {
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
            heard.hears("set back PT1H, GOES_OFFLINE", "offline PT1H", "resumed 0/7");
        }
    }

    private static long tickOf(long id) {
        return LAYOUT.tickAt(timestampOf(id));
    }

    @Test
    void stepsAndLeapsAreMeasuredAnewAfterResuming() {
        try (SnowflakeIdGenerator ids = tiered(fixed(LAYOUT)).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            ids.resume();
            long before = ids.nextId();
            time.stepWall(Duration.ofMinutes(30)); // still behind the highest reading of before
            assertThat(tickOf(ids.nextId())).isEqualTo(tickOf(before));
            assertThat(ids.status().pendingLeap())
                    .isEqualTo(Duration.ofMinutes(30).plusMillis(11)); // where the window began
            time.stepWall(Duration.ofMinutes(-30).minusSeconds(2));
            assertThatThrownBy(ids::nextId)
                    .isInstanceOfSatisfying(
                            ClockMovedBackwardsException.class,
                            e -> assertThat(e.behind()).isEqualTo(Duration.ofSeconds(2)));
        }
    }

    @Test
    void closingWhileOfflineIsFineAndResumingAfterwardsIsRefused() {
        FixedWorkerLedger ledger = fixed(LAYOUT);
        SnowflakeIdGenerator ids = tiered(ledger).build();
        ids.nextId();
        time.stepWall(Duration.ofHours(-1));
        assertGoesOffline(ids);
        ids.close();
        assertThatThrownBy(ids::nextId).hasMessageStartingWith("the generator of worker 7 is closed");
        assertThatThrownBy(ids::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the generator of worker 7 is closed: build a new one");
        tiered(ledger).build().close(); // the worker is free again
    }

    /** A thread has read the wall clock and is stalled, while others go offline and come back. */
    @Test
    void whoReadTheClockBeforeAResumeDoesNotTakeItOfflineAgain() {
        try (SnowflakeIdGenerator ids = tiered(fixed(LAYOUT)).build()) {
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

    // ---- a ledger with a clock

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
            Thread waiting = new Thread(() -> thrown.set(catchThrowable(ids::nextId)), "waits for a window");
            waiting.start();
            Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            time.stepWall(Duration.ofHours(-1));
            assertGoesOffline(ids);
            waiting.join();
            assertThat(thrown.get()).hasMessageContaining(" is offline since ");
        }
    }
}
