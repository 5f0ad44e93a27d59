package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.WorkerLedger;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers, listeners and operators that pause at the wrong moment, or act at the same time. */
@Timeout(60)
class PausedCallerTest extends OnManualTime {

    @Test
    void aStaleReadingDoesNotShiftIdsWhenTheLeaseIsReplacedMeanwhile() {
        MemoryLedger ledger = new MemoryLedger(LAYOUT, time, 1000, 100);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.tiered()).build()) {
            ids.nextId();
            time.afterWallWasRead.set(() -> {
                time.pass(Duration.ofSeconds(8)); // the process was stopped; the window has lapsed
                ids.nextId(); // another caller gets the next lease
            });
            ids.nextId();
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(8));
        }
    }

    @Test
    void aRefusedLeapKeepsTheOldTimeAlsoIfTheWallClockWasBehindTheIdClock() {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), ClockPolicy.refuse()).build()) {
            time.pass(Duration.ofSeconds(1));
            ids.nextId();
            time.stepWall(Duration.ofMinutes(-1));
            time.pass(Duration.ofMinutes(2)); // wall: NOON + 61 s, and ids follow it again
            Instant before = timestampOf(ids.nextId());
            assertThat(before).isEqualTo(NOON.plusSeconds(61));
            time.stepWall(Duration.ofHours(10)); // refused
            assertThat(timestampOf(ids.nextId())).isEqualTo(before);
        }
    }

    @Test
    void aWindowGrantedDuringALeapMakesNoStepBackWhenTheLeapEnds() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 1000, 100);
        ledger.renewEvery = Duration.ofMillis(5);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.refuse()).build()) {
            ids.nextId();
            time.stepWall(Duration.ofHours(10));
            ids.nextId();
            ofLedger.stepWall(Duration.ofMinutes(5));
            ledger.loseGrant = true;
            Await.until(() -> ids.status().worker() == 101);
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(300));
            time.stepWall(Duration.ofHours(-10));
            ids.nextId();
        }
    }

    @Test
    void aParkedCallersIdHasTheWorkerOfItsTicket() {
        MemoryLedger ledger = new MemoryLedger(LAYOUT, time, 1000, 100);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough()).build()) {
            ids.reserve(LAYOUT.burstSize());
            ids.reserve(1 << LAYOUT.sequenceBits());
            time.whileParked = () -> {
                time.whileParked = () -> {};
                time.pass(Duration.ofSeconds(2)); // the window lapses
                assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(101);
            };
            assertThat(LAYOUT.decode(ids.nextId()).worker()).isEqualTo(100);
            assertThat(ids.status().worker()).isEqualTo(101);
        }
    }

    @Test
    void aLeapIsToldOnceThoughACallerReadTheClockBefore() {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), ClockPolicy.tiered()).build()) {
            time.pass(Duration.ofSeconds(1));
            ids.nextId();
            time.afterWallWasRead.set(() -> {
                time.stepWall(Duration.ofHours(1));
                ids.nextId();
            });
            ids.nextId();
            ids.nextId();
            heard.hears("leapt PT1H");
        }
    }

    @Test
    void acceptingALeapFollowsTheClocksOwnTime() {
        ManualTime ofLedger = new ManualTime(NOON);
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 7_200_000, 100);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.tiered()).build()) {
            ids.nextId();
            time.stepWall(Duration.ofMinutes(-30));
            assertThatThrownBy(ids::nextId).hasMessageContaining(" is offline since ");
            ids.resume();
            ids.nextId();
            time.stepWall(Duration.ofMinutes(30)); // right again, and equal to the ledger's
            ids.nextId();
            Await.until(() -> heard.events().contains("leapt PT30M"));
            ids.acceptLeap();
            time.pass(Duration.ofSeconds(1)); // the present tick was spent before the generator went offline
            assertThat(timestampOf(ids.nextId())).isEqualTo(time.wallInstant());
        }
    }

    // ---- a pause in the middle of a sample of the wall clock, or of the start

    @Test
    void aSlowStartDoesNotMakeIdsOld() {
        WorkerLedger fixed = fixed(LAYOUT);
        WorkerLedger slow = (WorkerLedger) Proxy.newProxyInstance(
                WorkerLedger.class.getClassLoader(), new Class<?>[] {WorkerLedger.class}, (proxy, method, args) -> {
                    Object answer = method.invoke(fixed, args);
                    time.pass(Duration.ofMillis(method.getName().equals("acquire") ? 80 : 0));
                    return answer;
                });
        try (SnowflakeIdGenerator ids = on(slow, ClockPolicy.rideThrough()).build()) {
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusMillis(80));
        }
    }

    @Test
    void aPauseBetweenItsTwoReadingsDoesNotMoveIds() {
        try (SnowflakeIdGenerator ids =
                on(fixed(LAYOUT), ClockPolicy.rideThrough()).build()) {
            time.pass(Duration.ofSeconds(2));
            time.beforeWallIsRead.set(() -> time.pass(Duration.ofSeconds(5)));
            ids.nextId(); // takes a sample
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(7));
            time.pass(Duration.ofSeconds(2));
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(9));
            assertThat(heard.events()).isEmpty();
        }
    }
}
