package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code id mod shards} is even if the largest power of two that divides the number of shards is at most a quarter of the sequence. */
class EvenShardsTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final int IDS = 50_000;
    private static final int[] OTHER = {3, 5, 6, 7, 9, 12, 15, 31, 96, 99, 100, 101};

    /** At most how many ids are made in a tick; many ticks pass without any. */
    enum Load {
        LOW,
        MEDIUM,
        BURSTS;

        int most(int sequenceBits) {
            return switch (this) {
                case LOW -> 1;
                case MEDIUM -> 1 << (sequenceBits / 2);
                case BURSTS -> 2 << sequenceBits;
            };
        }
    }

    static Stream<Arguments> presetsAndLoads() {
        return SnowflakeLayout.presets().keySet().stream()
                .flatMap(name -> Stream.of(Load.values()).map(load -> Arguments.of(name, load)));
    }

    @ParameterizedTest
    @MethodSource("presetsAndLoads")
    void lowBitsAreEven(String preset, Load load) {
        SnowflakeLayout layout = SnowflakeLayout.presets().get(preset);
        long[] ids = ids(layout, load);
        IntStream powersOfTwo =
                IntStream.rangeClosed(1, layout.sequenceBits() - 2).map(bits -> 1 << bits);
        IntStream.concat(powersOfTwo, IntStream.of(OTHER)).forEach(shards -> {
            long[] counts = new long[shards];
            for (long id : ids) {
                counts[(int) (id % shards)]++;
            }
            assertThat(ChiSquare.of(counts)).as("%s shards", shards).isLessThan(ChiSquare.limitFor(shards));
        });
    }

    @ParameterizedTest
    @EnumSource
    void drawnGenesAreEven(Load load) {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withGene(6);
        assertEvenGenes(layout, ids(layout, load));
    }

    private static void assertEvenGenes(SnowflakeLayout layout, long[] ids) {
        long[] counts = new long[(int) layout.maxGene() + 1];
        for (long id : ids) {
            counts[(int) layout.geneIn(id)]++;
        }
        assertThat(ChiSquare.of(counts)).isLessThan(ChiSquare.limitFor(counts.length));
    }

    private static SnowflakeIdGenerator generator(SnowflakeLayout layout, ManualTime time) {
        return SnowflakeIdGenerator.builder(new MemoryLedger(layout, time, 2_000_000_000, 0))
                .timeSource(time)
                .build();
    }

    private static long[] ids(SnowflakeLayout layout, Load load) {
        ManualTime time = new ManualTime(NOON);
        Random random = new Random(1);
        int most = load.most(layout.sequenceBits());
        long[] ids = new long[IDS];
        try (SnowflakeIdGenerator generator = generator(layout, time)) {
            int made = 0;
            while (made < IDS) {
                time.pass(layout.tick().multipliedBy(1 + random.nextInt(10)));
                for (int i = random.nextInt(most) + 1; i > 0 && made < IDS; i--) {
                    ids[made++] = generator.nextId();
                }
            }
        }
        return ids;
    }
}
