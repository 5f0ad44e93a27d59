package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.snowflakeid.ledger.spi.LedgerSchedule.Lack;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Runs the engine of all ledgers, with steps of other processes between two accesses to the store, which is restored, fails over or is emptied.
 * {@code -Dsimulation.seed=N -Dledger.schedules=1} replays a schedule.
 */
class LedgerSimulationTest {

    private static final int SCHEDULES = Integer.getInteger("ledger.schedules", 500);

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

    private static @Nullable String run(long seed, Lack lack) {
        return new LedgerSchedule(new SplittableRandom(seed), lack).run();
    }

    @Test
    void noScheduleGrantsWindowsThatOverlap() {
        LongStream.range(firstSeed, firstSeed + SCHEDULES)
                .parallel()
                .filter(seed -> run(seed, Lack.NOTHING) != null)
                .findFirst()
                .ifPresent(seed -> fail("seed " + seed + ": " + run(seed, Lack.NOTHING)));
    }

    /** The store is an older copy without a mark, or other code rolls the ledger's transaction back. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NOTHING")
    void withAProtectionSwitchedOffWindowsThatOverlapAreFound(Lack lack) {
        assertThat(LongStream.range(firstSeed, firstSeed + 5_000).anyMatch(seed -> run(seed, lack) != null))
                .isTrue();
    }
}
