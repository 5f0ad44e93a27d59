package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.verification.chaos.Fault.Kind;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static final long WINDOW_MILLIS = 2_000;

    @Test
    void hasEveryKindOfFaultAndDependsOnTheSeedAlone() {
        assertThat(plan(60, 1)).extracting(Fault::kind).containsAll(EnumSet.allOf(Kind.class));
        assertThat(plan(60, 1)).isEqualTo(plan(60, 1)).isNotEqualTo(plan(60, 2));
    }

    @Test
    void hasAKillAPauseAStepARestartAndAnOutageInTheShortestRunAndEndsThemInTime() {
        assertThat(LongStream.range(0, 200).mapToObj(seed -> plan(8, seed))).allSatisfy(plan -> {
            assertThat(plan)
                    .extracting(Fault::kind)
                    .contains(Kind.KILL, Kind.PAUSE, Kind.CLOCK_STEP, Kind.RESTART)
                    .containsAnyElementsOf(Kind.OUTAGES);
            assertThat(plan).allMatch(fault -> fault.atMillis() >= 0 && fault.endMillis() <= 8_000);
        });
    }

    @Test
    void pausesAlwaysForLongerThanTheWindow() {
        assertThat(plan(600, 3))
                .filteredOn(fault -> fault.kind() == Kind.PAUSE)
                .allMatch(fault -> fault.lastsMillis() > WINDOW_MILLIS);
    }

    @Test
    void cutsOffBothForLessAndForMoreThanTheWindowInEveryWayOneWriterAndAll() {
        List<Fault> outages = plan(600, 3).stream()
                .filter(fault -> Kind.OUTAGES.contains(fault.kind()))
                .toList();
        assertThat(Kind.OUTAGES)
                .allSatisfy(kind -> assertThat(outages)
                        .filteredOn(fault -> fault.kind() == kind)
                        .anyMatch(fault -> fault.lastsMillis() < WINDOW_MILLIS)
                        .anyMatch(fault -> fault.lastsMillis() > WINDOW_MILLIS)
                        .anyMatch(fault -> fault.writer() == Fault.EVERY_WRITER)
                        .anyMatch(fault -> fault.writer() >= 0));
    }

    @Test
    void stepsOnlyTheClocksThatCanBeSetAndNoneFartherThanALedgerBears() {
        assertThat(plan(600, 3))
                .filteredOn(fault -> fault.kind() == Kind.CLOCK_STEP)
                .allMatch(fault -> fault.writer() == 6 || fault.writer() == 7)
                .allMatch(fault -> Math.abs(fault.clockMillis()) <= FaultPlan.FARTHEST_CLOCK_MILLIS)
                .anyMatch(fault -> Math.abs(fault.clockMillis()) > 1_800_000)
                .anyMatch(fault -> fault.clockMillis() < 0 && fault.clockMillis() >= -5_000)
                .anyMatch(fault -> fault.clockMillis() == 0);
    }

    @Test
    void leavesOutWhatIsNotAskedForOrNotPossible() {
        ChaosOptions kills = options(60, 1, EnumSet.of(FaultFamily.KILLS), null);
        assertThat(FaultPlan.of(kills, 2, true)).extracting(Fault::kind).containsOnly(Kind.KILL);
        ChaosOptions all = options(60, 1, EnumSet.allOf(FaultFamily.class), null);
        assertThat(FaultPlan.of(all, 0, false)).extracting(Fault::kind).containsOnly(Kind.KILL, Kind.PAUSE);
    }

    private static List<Fault> plan(int seconds, long seed) {
        return FaultPlan.of(options(seconds, seed, EnumSet.allOf(FaultFamily.class), "restart"), 2, true);
    }

    private static ChaosOptions options(
            int seconds, long seed, Set<FaultFamily> faults, @Nullable String restartCommand) {
        return new ChaosOptions(
                SnowflakeMaker.NAME, 8, seconds, WINDOW_MILLIS, 1_000, faults, seed, null, restartCommand, false);
    }
}
