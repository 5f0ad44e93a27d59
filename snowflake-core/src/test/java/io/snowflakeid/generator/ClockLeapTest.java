package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.snowflakeid.NoIdAvailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaps forward of the clock that ids follow, under each policy: refused, accepted, and gone by themselves. */
@Timeout(20)
class ClockLeapTest extends OnManualTime {

    private static final Duration YEAR = Duration.ofDays(365);

    /** The timestamp of an id that is made a second later, after the sample of a policy that takes one. */
    private Instant aSecondLater(SnowflakeIdGenerator ids) {
        time.pass(Duration.ofSeconds(1));
        ids.nextId();
        return timestampOf(ids.nextId());
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void beyondMaxLeapIdsGoOnWithTheOldTimeAndItIsReportedOnce(ClockPolicy tested) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            aSecondLater(ids);
            time.stepWall(Duration.ofSeconds(11));
            for (int second = 2; second < 20; second++) {
                assertThat(aSecondLater(ids)).isEqualTo(NOON.plusSeconds(second));
            }
            heard.hears("leapt PT11S");
            assertThat(ids.status().leapsRefused()).isEqualTo(1);
            assertThat(ids.status().pendingLeap()).isEqualTo(Duration.ofSeconds(11));
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void anAcceptedLeapIsFollowedByAllTheTimeSince(ClockPolicy tested) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            aSecondLater(ids);
            time.stepWall(YEAR);
            long before = ids.nextId();
            aSecondLater(ids);
            time.pass(Duration.ofMinutes(5));
            assertThat(ids.acceptLeap()).isTrue();
            long after = ids.nextId();
            assertThat(timestampOf(after)).isEqualTo(NOON.plusSeconds(302).plus(YEAR));
            assertThat(after).isGreaterThan(before);
            assertThat(ids.status().pendingLeap()).isZero();
            assertThat(aSecondLater(ids)).isEqualTo(NOON.plusSeconds(303).plus(YEAR));
            assertThat(ids.acceptLeap()).isFalse();
            heard.hears("leapt PT8760H");
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void aClockThatComesBackByItselfIsFollowedAgainAndHasNotBeenSetBack(ClockPolicy tested) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            aSecondLater(ids);
            time.stepWall(YEAR);
            aSecondLater(ids);
            time.stepWall(YEAR.negated());
            assertThat(ids.acceptLeap()).isFalse();
            assertThat(aSecondLater(ids)).isEqualTo(NOON.plusSeconds(3));
            assertThat(ids.status().pendingLeap()).isZero();
            time.stepWall(Duration.ofSeconds(9));
            assertThat(aSecondLater(ids)).isEqualTo(NOON.plusSeconds(13));
            time.stepWall(Duration.ofMinutes(1)); // another leap is news again
            aSecondLater(ids);
            heard.hears("leapt PT8760H", "leapt PT1M");
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void aStepBackRightAfterAnAcceptedLeapIsNoticed(ClockPolicy tested) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            aSecondLater(ids);
            time.stepWall(YEAR);
            aSecondLater(ids);
            assertThat(ids.acceptLeap()).isTrue();
            time.stepWall(Duration.ofHours(-1));
            time.pass(Duration.ofSeconds(1));
            assertThat(catchThrowable(ids::nextId) == null).isEqualTo(!tested.readsWallClock);
            assertThat(ids.status().largestStepBack()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        }
    }

    /** The file belonged to a process that ran while the clock was ahead. */
    @ParameterizedTest
    @MethodSource("allPolicies")
    void aWindowThatBeginsFarAheadIsUsedAtOnce(ClockPolicy tested, @TempDir Path folder) throws IOException {
        Instant later = NOON.plusSeconds(7200);
        Path window = folder.resolve("window");
        Files.writeString(window, LAYOUT.spec() + " " + LAYOUT.tickAt(later) + "\n");
        try (SnowflakeIdGenerator ids =
                on(fixed(LAYOUT).storedIn(window), tested).build()) {
            assertThat(timestampOf(ids.nextId())).isEqualTo(later);
            assertThat(time.parks).hasValue(0);
            assertThat(ids.status().leapsRefused()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void slowDriftIsFollowedForEver(ClockPolicy tested) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            for (int second = 1; second <= 100; second++) {
                time.stepWall(Duration.ofMillis(500));
                aSecondLater(ids);
            }
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(150));
            assertThat(heard.events()).isEmpty();
        }
    }

    // ---- across the layout's end

    private static void assertRanOut(SnowflakeIdGenerator ids) {
        assertThatThrownBy(ids::nextId)
                .isExactlyInstanceOf(NoIdAvailableException.class)
                .hasMessageContaining("ran out at 2080-07-10T17:30:30.209Z: move to a layout with more timestamp bits");
        assertThatThrownBy(() -> ids.nextId(0)).hasMessageContaining("ran out at");
        assertThatThrownBy(() -> ids.reserve(5)).hasMessageContaining("ran out at");
    }

    @ParameterizedTest
    @MethodSource("allPolicies")
    void theLastTickIsTheLastAndNoIdIsNegative(ClockPolicy tested) {
        time.stepWall(Duration.between(NOON, LAYOUT.exhaustedAt().minusMillis(20)));
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), tested).build()) {
            time.pass(Duration.ofMillis(19));
            long last = 0;
            for (int i = 0; i < 4096; i++) {
                long id = ids.nextId();
                assertThat(id > last).isTrue();
                last = id;
            }
            assertThat(timestampOf(last)).isEqualTo(LAYOUT.exhaustedAt().minusMillis(1));
            assertRanOut(ids);
            time.pass(Duration.ofMillis(1));
            assertRanOut(ids);
            assertThat(ids.status().windowUntil()).isEqualTo(LAYOUT.exhaustedAt());
        }
    }

    // ---- the clock of a ledger

    private static void awaitRenewals(MemoryLedger ledger) {
        int before = ledger.renewals.get();
        Await.until(() -> ledger.renewals.get() > before + 3);
    }

    @Test
    void aLedgersClockIsFollowedUpToMaxLeapAndRefusedBeyond() {
        ManualTime ofLedger = new ManualTime(NOON.plusSeconds(30)); // 30 s ahead of this machine's
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 600_000, 1);
        ledger.renewEvery = Duration.ofMillis(2);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.rideThrough()).build()) {
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(30));
            ofLedger.stepWall(Duration.ofSeconds(9));
            awaitRenewals(ledger);
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(39));
            ofLedger.stepWall(Duration.ofMinutes(5));
            awaitRenewals(ledger);
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(39));
            heard.hears("leapt PT5M");
            assertThat(ids.acceptLeap()).isTrue();
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(339));
        }
    }

    @Test
    void underAPolicyThatReadsTheWallClockIdsBeginWithTheLedgersAndFollowTheWallClock() {
        ManualTime ofLedger = new ManualTime(NOON.plusSeconds(30));
        MemoryLedger ledger = new MemoryLedger(LAYOUT, ofLedger, 600_000, 1);
        ledger.renewEvery = Duration.ofMillis(2);
        try (SnowflakeIdGenerator ids = on(ledger, ClockPolicy.tiered()).build()) {
            ofLedger.stepWall(Duration.ofMinutes(5));
            awaitRenewals(ledger);
            time.pass(Duration.ofSeconds(1));
            assertThat(timestampOf(ids.nextId())).isEqualTo(NOON.plusSeconds(31));
            assertThat(heard.events()).isEmpty();
        }
    }
}
