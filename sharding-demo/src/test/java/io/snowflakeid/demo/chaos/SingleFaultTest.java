package io.snowflakeid.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.demo.chaos.Fault.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleFaultTest {

    private static final int WRITERS = 8;
    private static final int FAKE_CLOCKS = 2;
    private static final long WINDOW_MILLIS = 2_000;
    private static final int SECONDS = 20;

    @TempDir
    private Path folder;

    @Test
    void plansTheSameForTheSameSeed() {
        for (SingleFault fault : SingleFault.values()) {
            assertThat(plan(fault, 1)).isEqualTo(plan(fault, 1));
        }
        assertThat(plan(SingleFault.PAUSES, 1)).isNotEqualTo(plan(SingleFault.PAUSES, 2));
    }

    @Test
    void plansNothingWhereNothingGoesWrong() {
        assertThat(plan(SingleFault.NONE, 1)).isEmpty();
        assertThat(plan(SingleFault.LOOK_ALIKES, 1)).isEmpty();
    }

    @Test
    void plansNothingButKillsWhereThatIsTheFault() {
        assertThat(plan(SingleFault.KILLS, 1)).isNotEmpty().allMatch(fault -> fault.kind() == Kind.KILL);
    }

    @Test
    void killsAnotherProcessWhenOneHasBeenAwayForLongerThanItsWindow() {
        for (SingleFault fault : List.of(SingleFault.PAUSES, SingleFault.OUTAGES)) {
            List<Fault> plan = plan(fault, 3);
            List<Fault> absences =
                    plan.stream().filter(planned -> planned.kind() != Kind.KILL).toList();
            assertThat(absences)
                    .isNotEmpty()
                    .allSatisfy(absence -> assertThat(plan)
                            .filteredOn(planned -> planned.kind() == Kind.KILL)
                            .anyMatch(kill -> kill.writer() != absence.writer()
                                    && kill.atMillis() > absence.atMillis() + WINDOW_MILLIS
                                    && kill.atMillis() < absence.endMillis()));
        }
    }

    @Test
    void endsAbsencesInTime() {
        assertThat(plan(SingleFault.PAUSES, 3)).allMatch(fault -> fault.endMillis() <= SECONDS * 1000);
    }

    @Test
    void setsTheClocksOfTheLastWritersBackAndNeverForward() {
        for (int writer = WRITERS - FAKE_CLOCKS; writer < WRITERS; writer++) {
            int number = writer;
            assertThat(plan(SingleFault.CLOCK_SET_BACK, 5))
                    .filteredOn(fault -> fault.writer() == number)
                    .extracting(fault -> -fault.clockMillis())
                    .isSorted()
                    .allMatch(back -> back > 0)
                    .hasSizeGreaterThan(5);
        }
    }

    @Test
    void startsKilledProcessesAgainInTimesThatTheyHaveSeen() {
        List<Fault> plan = plan(SingleFault.RESTART_IN_THE_PAST, 5);
        assertThat(plan).hasSize(4 * FAKE_CLOCKS);
        assertThat(plan)
                .filteredOn(fault -> fault.kind() == Kind.KILL)
                .allSatisfy(kill -> assertThat(plan)
                        .anyMatch(step -> step.kind() == Kind.CLOCK_STEP
                                && step.writer() == kill.writer()
                                && step.atMillis() == kill.atMillis() + 1
                                && step.clockMillis() < 0));
    }

    @Test
    void refusesAnOutageForAMakerWithoutADatabase() {
        ChaosOptions options = options("forgetful", 1);

        assertThatThrownBy(() -> ChaosRun.run(options, SingleFault.OUTAGES, List.of(), folder, progress -> {}))
                .isInstanceOf(ChaosFailedException.class)
                .hasMessage("forgetful needs no database, so it cannot lose one");
    }

    private static List<Fault> plan(SingleFault fault, long seed) {
        return fault.plan(options("any", seed).with(fault.families()), FAKE_CLOCKS);
    }

    private static ChaosOptions options(String maker, long seed) {
        return new ChaosOptions(maker, WRITERS, SECONDS, WINDOW_MILLIS, 100_000, Set.of(), seed, null, null, false);
    }
}
