package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.verification.chaos.Fault.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SingleFaultTest {

    private static final int WRITERS = 8;
    private static final int FAKE_CLOCKS = 2;
    private static final long WINDOW_MILLIS = 2_000;
    private static final int SECONDS = 20;

    @Test
    void plansTheSameForTheSameSeed() {
        assertThat(SingleFault.values())
                .allSatisfy(fault -> assertThat(plan(fault, 1)).isEqualTo(plan(fault, 1)));
        assertThat(plan(SingleFault.PAUSES, 1)).isNotEqualTo(plan(SingleFault.PAUSES, 2));
    }

    @Test
    void plansNothingButWhatIsTheFault() {
        assertThat(plan(SingleFault.NONE, 1)).isEmpty();
        assertThat(plan(SingleFault.LOOK_ALIKES, 1)).isEmpty();
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
                    .allMatch(absence -> absence.endMillis() <= SECONDS * 1000)
                    .allSatisfy(absence -> assertThat(plan)
                            .filteredOn(planned -> planned.kind() == Kind.KILL)
                            .anyMatch(kill -> kill.writer() != absence.writer()
                                    && kill.atMillis() > absence.atMillis() + WINDOW_MILLIS
                                    && kill.atMillis() < absence.endMillis()));
        }
    }

    @Test
    void setsTheClocksOfTheLastWritersBackAndNeverForward() {
        for (int writer : List.of(WRITERS - 2, WRITERS - 1)) {
            assertThat(plan(SingleFault.CLOCK_SET_BACK, 5))
                    .filteredOn(fault -> fault.writer() == writer)
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

    private static List<Fault> plan(SingleFault fault, long seed) {
        ChaosOptions options = new ChaosOptions(
                "any", WRITERS, SECONDS, WINDOW_MILLIS, 100_000, fault.families, seed, null, null, false);
        return fault.of(options, FAKE_CLOCKS, true);
    }
}
