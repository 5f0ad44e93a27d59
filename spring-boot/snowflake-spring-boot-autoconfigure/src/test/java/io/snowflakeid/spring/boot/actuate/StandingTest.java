package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.ClockMovedBackwardsException;
import io.snowflakeid.ClockPolicy;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandingTest {

    private static final String NOW = "2026-06-01T12:00:00Z";

    private final HandMovedTime time = new HandMovedTime(NOW);
    private WatchedGenerator generator = open(SnowflakeLayout.DEFAULT, ClockPolicy.rideThrough());

    private WatchedGenerator open(SnowflakeLayout layout, ClockPolicy policy) {
        return new TestLedger(layout, time).watched("default", policy);
    }

    private void reopen(SnowflakeLayout layout, ClockPolicy policy) {
        generator.ids().close();
        generator = open(layout, policy);
    }

    @AfterEach
    void close() {
        generator.ids().close();
    }

    private Standing standing() {
        return generator.standing();
    }

    @Test
    void aGeneratorWithAWindowIsOnline() {
        long before = generator.ids().issued();
        time.pass(Duration.ofSeconds(20));

        assertThat(standing().whyOffline).isNull();
        assertThat(standing().isOnline()).isTrue();
        assertThat(standing().leaseRemaining()).isEqualTo(Duration.ofSeconds(100));
        assertThat(standing().warnings()).isEmpty();
        assertThat(standing().endsSoon()).isNull();
        assertThat(generator.ids().issued()).isEqualTo(before);
    }

    @Test
    void aClosedGeneratorIsOffline() {
        generator.ids().close();

        assertThat(standing().whyOffline)
                .isEqualTo("the generator is closed: ids end with the application that is being stopped");
        assertThat(standing().leaseRemaining()).isZero();
    }

    @Test
    void aWindowThatIsOverSaysWhatTheLedgerSaidLastAndSinceWhen() {
        failToRenew("connection refused");
        time.pass(TestLedger.WINDOW);
        generator.events().lost(0, 5);
        failToRenew("too many connections");

        assertThat(standing().whyOffline)
                .containsSubsequence(
                        "the window of worker 5 ended at 2026-06-01T12:02:00Z",
                        "the test ledger has granted no other",
                        "since 2026-06-01T12:00:00Z (too many connections)",
                        "asked again all the time",
                        "ids go on by themselves");
    }

    @Test
    void aFailureThatTheWindowOutlastsIsAWarning() {
        time.pass(Duration.ofSeconds(20));
        failToRenew("connection refused");

        assertThat(standing().isOnline()).isTrue();
        assertThat(standing().warnings())
                .singleElement()
                .asString()
                .containsSubsequence(
                        "the test ledger has granted no more time since 2026-06-01T12:00:20Z (connection refused)",
                        "ids go on for 100 s, until 2026-06-01T12:02:00Z",
                        "beyond once it answers");

        generator.events().renewed(0, 5, Instant.parse(NOW));

        assertThat(standing().warnings()).isEmpty();
    }

    @Test
    void aLostWorkerIsOfflineThoughItsWindowLasts() {
        generator.events().lost(0, 5);
        assertThat(standing().whyOffline)
                .startsWith("worker 5 was lost before its window ended and the test ledger has not answered yet");

        generator.events().acquired(0, 6, Instant.parse(NOW));
        assertThat(standing().isOnline()).isTrue();
    }

    @Test
    void aClockThatWasSetBackFarTakesItOffline() {
        reopen(SnowflakeLayout.DEFAULT, ClockPolicy.tiered());
        generator.ids().nextId();
        time.setWallClock(Duration.ofMinutes(-1));
        assertThatThrownBy(generator.ids()::nextId).isInstanceOf(NoIdAvailableException.class);

        assertThat(standing().whyOffline)
                .containsSubsequence(
                        "the generator is offline since 2026-06-01T11:59:00Z",
                        "the wall clock was set back by 60000 ms",
                        "further than clock policy tiered(3 ms, 100 ms, 5000 ms)",
                        "correct the clock",
                        "call resume()");

        generator.ids().resume();
        assertThat(standing().isOnline()).isTrue();
    }

    @Test
    void aPolicyThatRefusesIsOfflineUntilTheClockHasCaughtUp() {
        reopen(SnowflakeLayout.DEFAULT, ClockPolicy.refuse());
        generator.ids().nextId();
        for (long step : new long[] {-30, -5}) {
            time.setWallClock(Duration.ofSeconds(step));
            assertThatThrownBy(generator.ids()::nextId).isInstanceOf(ClockMovedBackwardsException.class);
        }

        assertThat(standing().whyOffline)
                .containsSubsequence(
                        "the wall clock was set back",
                        "clock policy refuse",
                        "until it has reached 2026-06-01T12:00:00Z again",
                        "it shows 2026-06-01T11:59:25Z");

        time.pass(Duration.ofSeconds(35));
        assertThat(standing().isOnline()).isTrue();
    }

    @Test
    void aLeapThatIsNotFollowedIsAWarning() {
        time.pass(Duration.ofSeconds(2));
        time.setWallClock(Duration.ofSeconds(60));
        generator.ids().nextId();

        assertThat(standing().isOnline()).isTrue();
        assertThat(standing().warnings())
                .singleElement()
                .asString()
                .containsSubsequence(
                        "a clock has leapt 60000 ms ahead", "is not followed", "correct it", "or call acceptLeap()");
    }

    @Test
    void aLayoutThatHasEndedIsOffline() {
        SnowflakeLayout short1 = SnowflakeLayout.parse("10x1ms/0/10/12@" + NOW);
        reopen(short1, ClockPolicy.rideThrough());
        time.pass(Duration.ofMillis(1024));

        assertThat(standing().whyOffline)
                .isEqualTo("layout " + short1.spec()
                        + " ran out at 2026-06-01T12:00:01.024Z: move to a layout with more timestamp bits");
    }

    @Test
    void aLayoutThatEndsWithinFiveYearsIsTold() {
        reopen(SnowflakeLayout.KUBERNETES, ClockPolicy.rideThrough());
        assertThat(standing().endsSoon()).isNull();

        time.pass(Duration.ofDays(4 * 365));

        assertThat(standing().endsSoon())
                .isEqualTo("the layout ends at " + SnowflakeLayout.KUBERNETES.exhaustedAt()
                        + ", within 5 years: plan a layout with more timestamp bits");
    }

    @Test
    void aGeneratorOfTheApplicationsOwnHasItsStatusAlone() {
        WatchedGenerator own = new WatchedGenerator("default", generator.ids(), null, new GeneratorEvents(time));
        time.pass(TestLedger.WINDOW);

        assertThat(own.standing().whyOffline)
                .startsWith("the window of worker 5 ended at 2026-06-01T12:02:00Z and its ledger has not answered yet");
    }

    private void failToRenew(String reason) {
        generator.events().renewalFailed(generator.ids().status().windowUntil(), new WorkerLedgerException(reason));
    }
}
