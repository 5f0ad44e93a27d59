package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerRulesTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private final LedgerRules rules = new LedgerRules(LAYOUT, Duration.ofSeconds(2));
    private final WorkerGrant told = new WorkerGrant(0, 7, 1_000, 3_000, "a", 0);
    private final WorkerRow held = new WorkerRow(1_000, 3_000, 5_000, "a", "host/1");
    private final WorkerRow released = new WorkerRow(1_000, 2_500, 5_000, null, "host/1");

    @Test
    void aWorkerThatNeverWasBeginsNow() {
        assertThat(rules.granted(null, 700, 0, "b", "host/2"))
                .hasValue(new WorkerRow(700, 2_700, 4_700, "b", "host/2"));
    }

    @Test
    void aReleasedWorkerBeginsAtItsMarkAlsoWhenTheClockIsBehind() {
        assertThat(rules.granted(released, 700, 0, "b", "host/2"))
                .hasValue(new WorkerRow(2_500, 4_500, 6_500, "b", "host/2"));
    }

    @Test
    void aHeldOrQuarantinedWorkerIsNotGranted() {
        assertThat(rules.granted(held, 2_999, 0, "b", "host/2")).isEmpty();
        assertThat(rules.granted(held, 4_999, 0, "b", "host/2")).isEmpty();
        assertThat(rules.granted(held, 5_000, 0, "b", "host/2"))
                .hasValue(new WorkerRow(5_000, 7_000, 9_000, "b", "host/2"));
    }

    @Test
    void theHoldersWindowDecidesHowLongItsWorkerIsQuarantined() {
        LedgerRules hasty = new LedgerRules(LAYOUT, Duration.ofMillis(50));
        assertThat(hasty.granted(held, 4_999, 0, "b", "host/2")).isEmpty();
        assertThat(hasty.granted(held, 5_000, 0, "b", "host/2")).isPresent();
    }

    @Test
    void aLedgerHasForgottenWhatARowDoesNotReachThatItTold() {
        assertThat(rules.hasForgotten(held, told, 9_000)).isFalse();
        assertThat(rules.hasForgotten(new WorkerRow(1_000, 3_500, 5_500, "a", "host/1"), told, 9_000))
                .isFalse();
        assertThat(rules.hasForgotten(new WorkerRow(3_000, 5_000, 7_000, "b", "host/2"), told, 9_000))
                .isFalse();
        assertThat(rules.hasForgotten(released, told, 9_000)).isFalse(); // released by the holder
        assertThat(rules.hasForgotten(null, told, 9_000)).isTrue();
        assertThat(rules.hasForgotten(new WorkerRow(1_000, 2_999, 4_999, "a", "host/1"), told, 9_000))
                .isTrue();
        assertThat(rules.hasForgotten(new WorkerRow(2_999, 4_999, 6_999, "b", "host/2"), told, 9_000))
                .isTrue();
        assertThat(rules.hasForgotten(new WorkerRow(500, 900, 2_900, null, "host/2"), told, 9_000))
                .isTrue();
    }

    @Test
    void noWindowBeginsBeforeTheLedgerOpens() {
        assertThat(rules.granted(null, 700, 9_000, "b", "host/2").orElseThrow().from())
                .isEqualTo(9_000);
        assertThat(rules.granted(released, 700, 9_000, "b", "host/2")
                        .orElseThrow()
                        .from())
                .isEqualTo(9_000);
    }

    @Test
    void aRenewalReachesOneWindowBeyondTheLaterOfClockAndPositionAndLeavesAQuarantine() {
        assertThat(rules.renewed(held, told, 2_000, 1_500)).hasValue(new WorkerRow(1_000, 4_000, 6_000, "a", "host/1"));
        assertThat(rules.renewed(held, told, 2_000, 2_600)).hasValue(new WorkerRow(1_000, 4_600, 6_600, "a", "host/1"));
    }

    @Test
    void aRenewalNeverLowersTheEnd() {
        assertThat(rules.renewed(held, told, 10, 20))
                .hasValue(new WorkerRow(
                        held.from(), held.until() + 1, held.quarantinedUntil() + 1, held.token(), held.holder()));
    }

    @Test
    void aClockThatLeaptCountsForTenSecondsAtMost() {
        WorkerRow longHeld = new WorkerRow(0, 1_000_000, 2_000_000, "a", "host/1");
        LedgerRules longRules = new LedgerRules(LAYOUT, Duration.ofSeconds(1_000));
        assertThat(longRules
                        .renewed(longHeld, told, 900_000, 5_000)
                        .orElseThrow()
                        .until())
                .isEqualTo(5_000 + 10_000 + 1_000_000);
    }

    /** The ledger was restored and opens later, and the holder renews after that. */
    @Test
    void anotherHolderBeforeTheWindowIsOverIsProof() {
        WorkerRow others = new WorkerRow(20_000, 22_000, 24_000, "b", "host/2");
        assertThat(rules.hasForgotten(others, told, 2_999)).isTrue();
        assertThat(rules.hasForgotten(others, told, 3_000)).isFalse();
        assertThat(rules.hasForgotten(released, told, 2_000)).isFalse(); // released by the holder
    }

    /** If both began at the same tick, a restored copy would show the lost second grant as released. */
    @Test
    void noTwoGrantsOfAWorkerBeginAlike() {
        WorkerRow unused = new WorkerRow(5_000, 5_000, 7_000, null, "host/1");
        WorkerRow next = rules.granted(unused, 2_000, 5_000, "b", "host/2").orElseThrow();
        assertThat(next.from()).isEqualTo(5_001);
        assertThat(rules.hasForgotten(unused, rules.grant(0, 0, next, "b", 0), 9_000))
                .isTrue();
    }

    @Test
    void whatIsGoneLapsedOrAnothersIsNotRenewed() {
        assertThat(rules.renewed(null, told, 2_000, 2_000)).isEmpty();
        assertThat(rules.renewed(held, new WorkerGrant(0, 7, 1_000, 3_000, "b", 0), 2_000, 2_000))
                .isEmpty();
        assertThat(rules.renewed(held, told, 3_000, 2_000)).isEmpty();
        assertThat(rules.renewed(released, told, 2_000, 2_000)).isEmpty();
    }

    @Test
    void releasingIsGuardedByTheTokenAndKeepsTheBeginning() {
        assertThat(rules.released(held, "a", 1_800)).hasValue(new WorkerRow(1_000, 1_800, 3_800, null, "host/1"));
        assertThat(rules.released(held, "a", 5).orElseThrow().until()).isEqualTo(1_000);
        assertThat(rules.released(held, "a", 3_500).orElseThrow().until()).isEqualTo(3_500);
        assertThat(rules.released(held, "b", 1_800)).isEmpty();
        assertThat(rules.released(null, "a", 1_800)).isEmpty();
        assertThat(rules.released(released, "a", 1_800)).isEmpty();
    }

    @Test
    void theWorkerUnusedForTheLongestTimeComesFirstAndOneSpentFarAheadLast() {
        Map<Long, WorkerRow> known = Map.of(
                0L, new WorkerRow(0, 100_000, 100_000, null, "ahead"),
                1L, new WorkerRow(0, 900, 900, null, "late"),
                2L, new WorkerRow(0, 800, 800, null, "early"),
                3L, held);
        assertThat(rules.candidates(known, 0, 5, 2_000)).containsExactly(List.of(2L, 1L), List.of(4L, 5L), List.of(0L));
        assertThat(rules.candidates(known, 1, 1, 2_000)).containsExactly(List.of(1L), List.of(), List.of());
    }

    @Test
    void refusesAWindowThatTheLayoutHasNoTickFor() {
        WorkerRow spent = new WorkerRow(LAYOUT.maxTick() + 1, LAYOUT.maxTick() + 9, 0, "a", "host/1");
        assertThatThrownBy(() -> rules.grant(0, 7, spent, "a", 0))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.LAYOUT_ENDED)
                .hasMessageContainingAll(
                        "layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z ran out at " + LAYOUT.exhaustedAt(),
                        "worker 7 is spent",
                        "move to a layout with more timestamp bits");
    }

    @Test
    void refusesAClockThatTheLayoutHasNoTickFor() {
        assertThatThrownBy(() -> rules.requireTick("the ledger's clock", 0))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageStartingWith("the epoch ")
                .hasMessageContainingAll(
                        "lies ahead of the ledger's clock",
                        "shows 1970-01-01T00:00:00Z",
                        "correct whichever of the two is wrong");
        assertThatThrownBy(() -> rules.requireTick("this machine's clock", Long.MAX_VALUE))
                .hasFieldOrPropertyWithValue("reason", Reason.LAYOUT_ENDED)
                .hasMessageContainingAll(
                        " ran out at " + LAYOUT.exhaustedAt() + ", and this machine's clock shows 2262-04-11T",
                        "move to a layout with more timestamp bits, or correct the clock");
    }

    @Test
    void tellsTheTickOfALedgersClock() {
        long epochNanos = LAYOUT.epoch().toEpochMilli() * 1_000_000L;
        assertThat(rules.tickAt(epochNanos + 5_999_999)).isEqualTo(5);
        assertThat(rules.tickAt(epochNanos - 1)).isEqualTo(-1);
    }
}
