package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each policy does when the wall clock is set back, to the millisecond. */
@Timeout(20)
class StepBackTest extends OnManualTime {

    private static final Instant START = NOON.plusSeconds(1); // of the first id

    private SnowflakeIdGenerator ids;
    private long first;

    /** A second has gone by, and one id was made. */
    private void start(ClockPolicy policy) {
        ids = on(fixed(LAYOUT), policy).build();
        time.pass(Duration.ofSeconds(1));
        first = ids.nextId();
        assertThat(timestampOf(first)).isEqualTo(START);
    }

    @AfterEach
    void close(TestInfo test) {
        assertThat(ids).as(test.getDisplayName()).isNotNull();
        ids.close();
    }

    private void stepBack(Duration step) {
        time.stepWall(step.negated());
    }

    private ClockMovedBackwardsException refused() {
        ClockMovedBackwardsException e = catchThrowableOfType(ClockMovedBackwardsException.class, ids::nextId);
        assertThat(e).as("a call that the policy refuses").isNotNull();
        return e;
    }

    private void assertNoTicketWasTakenSinceTheFirst() {
        assertThat(ids.nextId()).isEqualTo(first + 1);
    }

    // ---- ride through

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT0.05S", "PT2S", "PT1H", "PT24H"})
    void rideThroughGoesOnAndReportsWithinASecond(Duration step) {
        start(ClockPolicy.rideThrough());
        stepBack(step);
        assertThat(ids.nextId()).isEqualTo(first + 1);
        time.pass(Duration.ofSeconds(1));
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusSeconds(1));
        time.pass(Duration.ofSeconds(1));
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusSeconds(2));
        heard.hears("set back " + step + ", RIDES_THROUGH");
        assertThat(ids.status().largestStepBack()).isEqualTo(step);
        assertThat(ids.status().ahead()).isEqualTo(step);
    }

    private void useUpTheBurst() {
        while (time.parks.get() == 0 && timestampOf(ids.nextId()).isBefore(START.plusMillis(10))) {
            assertThat(time.parks).hasValue(0);
        }
        for (int i = 1; i < 4096; i++) {
            ids.nextId();
        }
        assertThat(time.parks).hasValue(0);
    }

    // ---- tiered

    @ParameterizedTest
    @ValueSource(strings = {"PT0.000001S", "PT0.001S", "PT0.003S"})
    void tieredSleepsAShortStepOut(Duration step) {
        start(ClockPolicy.tiered());
        stepBack(step);
        assertThat(ids.nextId()).isEqualTo(first + 1);
        assertThat(time.wallInstant()).isEqualTo(START);
        assertThat(time.parks).hasValue(1);
        heard.hears("set back " + step + ", WAITS");
    }

    @Test
    void tieredSleepsNoLongerThanItsTierByTheMonotonicClock() {
        start(ClockPolicy.tiered());
        stepBack(Duration.ofMillis(2));
        time.wallStandsStill = true;
        long before = time.nanos();
        assertThat(ids.nextId()).isEqualTo(first + 1); // as the next tier does
        assertThat(time.nanos() - before).isEqualTo(3_000_000);
    }

    @Test
    void tieredEscalatesWhenTheClockIsSetBackFurtherWhileItSleeps() {
        start(ClockPolicy.tiered());
        stepBack(Duration.ofMillis(2));
        time.whileParked = () -> stepBack(Duration.ofSeconds(1));
        ClockMovedBackwardsException e = refused();
        assertThat(e.behind()).isEqualTo(Duration.ofSeconds(1));
        assertThat(e.waitedMillis()).isEqualTo(2);
        heard.hears("set back PT0.002S, WAITS", "set back PT0.998S, REFUSES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.003000001S", "PT0.05S", "PT0.1S"})
    void tieredGoesOnInTheLastTicksSequence(Duration step) {
        start(ClockPolicy.tiered());
        stepBack(step);
        assertThat(ids.nextId()).isEqualTo(first + 1);
        assertThat(ids.nextId()).isEqualTo(first + 2);
        time.pass(step.plusMillis(7));
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusMillis(7));
        assertThat(time.parks).hasValue(0);
        heard.hears("set back " + step + ", STAYS");
    }

    @Test
    void aCallBehindTheBurstWaitsForTheWallClockNoLongerThanMaxWait() {
        start(ClockPolicy.tiered(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(1)));
        stepBack(Duration.ofMinutes(30));
        useUpTheBurst();
        long before = time.nanos();
        ids.nextId();
        assertThat(Duration.ofNanos(time.nanos() - before)).isEqualTo(Duration.ofMillis(2001));
        assertThat(time.parks.get()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.100000001S", "PT2S", "PT5S"})
    void tieredThrowsWhatCanBeTriedAgain(Duration step) {
        start(ClockPolicy.tiered());
        stepBack(step);
        ClockMovedBackwardsException e = refused();
        assertThat(e)
                .isInstanceOf(NoIdAvailableException.class)
                .hasMessageContainingAll("behind its highest reading, " + START, "slew instead of step");
        assertThat(e.behind()).isEqualTo(step);
        assertThat(e.until()).isEqualTo(START.minusMillis(100)); // from there on, it goes on in the last tick
        time.pass(Duration.between(time.wallInstant(), e.until()).minusNanos(1));
        refused();
        time.pass(Duration.ofNanos(1));
        assertNoTicketWasTakenSinceTheFirst();
        heard.hears("set back " + step + ", REFUSES");
        assertThat(ids.status().clockStepsBack()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT5.000000001S", "PT1H", "PT24H"})
    void tieredGoesOfflineBeyond(Duration step) {
        start(ClockPolicy.tiered());
        stepBack(step);
        Instant since = time.wallInstant();
        assertThatThrownBy(ids::nextId)
                .isExactlyInstanceOf(NoIdAvailableException.class)
                .hasMessageContainingAll(
                        "worker 7 is offline since " + since,
                        "more than clock policy tiered(3 ms, 100 ms, 5000 ms)",
                        "call resume()");
        time.stepWall(step.plusSeconds(1));
        assertThatThrownBy(ids::nextId).hasMessageContaining("is offline since"); // though the clock is right again
        assertThat(ids.status().offlineSince()).isEqualTo(since);
        heard.hears("set back " + step + ", GOES_OFFLINE", "offline " + step);
    }

    // ---- refuse

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT0.05S", "PT2S", "PT1H", "PT24H"})
    void refuseThrowsUntilTheClockHasCaughtUp(Duration step) {
        start(ClockPolicy.refuse());
        stepBack(step);
        ClockMovedBackwardsException e = refused();
        assertThat(e.behind()).isEqualTo(step);
        assertThat(e.until()).isEqualTo(START);
        time.pass(step.minusNanos(1));
        assertThat(refused().behind()).isEqualTo(Duration.ofNanos(1));
        time.pass(Duration.ofNanos(1));
        assertNoTicketWasTakenSinceTheFirst();
        assertThat(time.parks).hasValue(0);
        heard.hears("set back " + step + ", REFUSES");
    }

    @Test
    void aCorrectedClockIsNoLeapHoweverFarItWasBack() {
        start(ClockPolicy.refuse());
        stepBack(Duration.ofHours(1));
        refused();
        time.pass(Duration.ofMinutes(20));
        time.stepWall(Duration.ofHours(1));
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusSeconds(20 * 60));
        Await.until(() -> heard.events().size() == 1);
    }

    // ---- both: a call that must fail takes no ticket, whichever call it is

    @Test
    void noKindOfCallTakesATicketWhenItIsRefused() {
        start(ClockPolicy.refuse());
        stepBack(Duration.ofSeconds(2));
        refused();
        assertThatThrownBy(() -> ids.nextId(0)).isInstanceOf(ClockMovedBackwardsException.class);
        assertThatThrownBy(() -> ids.nextId(1)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ids.reserve(100)).isInstanceOf(ClockMovedBackwardsException.class);
        time.stepWall(Duration.ofSeconds(2));
        assertNoTicketWasTakenSinceTheFirst();
    }

    @Test
    void aFurtherPartOfABatchIsRefusedTakesNothingAndCanBeHadLater() {
        start(ClockPolicy.refuse());
        int burst = LAYOUT.burstSize();
        IdBatch batch = ids.reserve(burst + 2);
        long last = first;
        for (int i = 0; i < burst; i++) {
            last = batch.next();
        }
        stepBack(Duration.ofSeconds(2));
        assertThatThrownBy(batch::next).isInstanceOf(ClockMovedBackwardsException.class);
        assertThatThrownBy(() -> batch.next(0)).isInstanceOf(ClockMovedBackwardsException.class);
        assertThat(batch.remaining()).isEqualTo(2);
        time.stepWall(Duration.ofSeconds(2));
        assertThat(batch.next()).isEqualTo(last + 1);
        assertThat(batch.next()).isEqualTo(last + 2);
    }

    @Test
    void aCallerThatWaitsForItsTickGetsItsIdThoughTheClockIsSetBackMeanwhile() {
        start(ClockPolicy.refuse());
        useUpTheBurst();
        time.whileParked = () -> {
            time.whileParked = () -> {};
            stepBack(Duration.ofHours(1));
        };
        long before = time.nanos();
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusMillis(11));
        assertThat(time.nanos() - before).isEqualTo(1_000_000);
        refused();
    }

    // ---- clocks that stand still

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereTheWallClockStandsStillACallWaitsForItsTickByTheMonotonicClock(boolean tiered) {
        start(tiered ? ClockPolicy.tiered() : ClockPolicy.refuse());
        useUpTheBurst();
        time.wallStandsStill = true;
        long before = time.nanos();
        assertThat(timestampOf(ids.nextId())).isEqualTo(START.plusMillis(11));
        assertThat(time.nanos() - before).isEqualTo(1_000_000);
    }
}
