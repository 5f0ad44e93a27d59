package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The proof by simulation: the real calls for ids, the lease, its cycle and its clocks, under every fault that the design speaks of, in schedules that are drawn from
 * seeds. {@code -Dsimulation.schedules=N} runs more of them. A clash comes with the command that replays its schedule and prints what happened.
 */
class SimulationTest {

    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 4_000);
    private static final int WITH_RECOVERY = 100;
    private static final int LINES_SHOWN = 80;

    /** Another part of the space in every run. */
    private final long firstSeed = Long.getLong("simulation.seed", System.nanoTime() & 0xFFFFFFFFL);

    private final QuietLog quiet = new QuietLog();

    @AfterEach
    void speakAgain() {
        quiet.close();
    }

    @Test
    void noScheduleMakesTwoEqualIdsOrOverlappingWindows() {
        LongAdder ids = new LongAdder();
        OptionalLong failed =
                seeds(SCHEDULES).filter(seed -> clashes(seed, ids)).findFirst();
        if (failed.isPresent()) {
            fail(story(failed.getAsLong()));
        }
        if (SCHEDULES == 1) {
            System.out.println(story(firstSeed));
            return;
        }
        System.out.println(
                "simulation: " + SCHEDULES + " schedules from seed " + firstSeed + ", " + ids.sum() + " ids, no clash");
        assertThat(ids.sum()).as("ids that were compared").isGreaterThan(20L * SCHEDULES);
    }

    private LongStream seeds(int count) {
        return LongStream.range(firstSeed, firstSeed + count).parallel();
    }

    private static boolean clashes(long seed, LongAdder ids) {
        SimulatedWorld world = new SimulatedWorld(seed, false);
        String clash = run(world, seed);
        ids.add(world.ids());
        return clash != null;
    }

    /** Every so often it is also seen whether all come back once nothing fails any more. */
    private static @Nullable String run(SimulatedWorld world, long seed) {
        String clash = world.run();
        return clash == null && seed % WITH_RECOVERY == 0 ? world.recovers() : clash;
    }

    private static String story(long seed) {
        SimulatedWorld world = new SimulatedWorld(seed, true);
        String clash = run(world, seed);
        int from = Math.max(0, world.trace().size() - LINES_SHOWN);
        return (clash == null ? "no clash" : clash)
                + "\nreplay: mvn -pl snowflake-bom,snowflake-core test -Dtest=SimulationTest#noSchedule* -Dsimulation.seed="
                + seed
                + " -Dsimulation.schedules=1\n"
                + String.join("\n", world.trace().subList(from, world.trace().size()));
    }

    @Test
    void theSameSeedGivesTheSameSchedule() {
        assertThat(seeds(50))
                .allSatisfy(seed ->
                        assertThat(traceOf(seed)).isEqualTo(traceOf(seed)).isNotEmpty());
    }

    private static List<String> traceOf(long seed) {
        SimulatedWorld world = new SimulatedWorld(seed, true);
        world.run();
        return world.trace();
    }
}
