package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The real engine of all ledgers, with other processes between any two accesses to its store, while that is restored, fails over or is emptied.
 * {@code -Dsimulation.seed=N -Dsimulation.schedules=1} replays a schedule.
 */
class LedgerSimulationTest {

    private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 2_000);

    private final long firstSeed = Long.getLong("simulation.seed", System.nanoTime() & 0xFFFFFFFFL);
    private final Logger log = Logger.getLogger("io.snowflakeid");
    private final @Nullable Level level = log.getLevel();

    @BeforeEach
    void beQuiet() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speakAgain() {
        log.setLevel(level);
    }

    private static @Nullable String run(long seed, boolean withinLimits) {
        return new LedgerSchedule(new SplittableRandom(seed), withinLimits).run();
    }

    @Test
    void noScheduleGrantsWindowsThatOverlap() {
        LongStream.range(firstSeed, firstSeed + SCHEDULES)
                .parallel()
                .filter(seed -> run(seed, true) != null)
                .findFirst()
                .ifPresent(seed -> fail("seed " + seed + ": " + run(seed, true)));
    }

    /** What the design says of an older copy that shows no sign, and of a second loss. */
    @Test
    void outsideOfTheLimitsWindowsThatOverlapAreFound() {
        assertThat(LongStream.range(firstSeed, firstSeed + 5_000).anyMatch(seed -> run(seed, false) != null))
                .isTrue();
    }
}
