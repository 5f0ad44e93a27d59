package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.TextbookSnowflake;
import java.util.Arrays;
import java.util.SplittableRandom;

/** How evenly rows lie on shards. */
final class Balance {

    private static final double ARRIVALS_PER_MILLI = 0.1; // 100 ids/s, a shop on a normal day
    private static final long START_MILLIS = 1_790_812_800_000L;

    private Balance() {}

    /** The fullest shard in terms of the mean: 1 is perfect, the number of shards is the worst; 0 if there are no rows. */
    static double of(int[] rowsPerShard) {
        long sum = Arrays.stream(rowsPerShard).asLongStream().sum();
        int most = Arrays.stream(rowsPerShard).max().orElse(0);
        return sum == 0 ? 0 : (double) most * rowsPerShard.length / sum;
    }

    /** Where {@code id % shards} puts the ids of a textbook generator that is asked 100 times a second, at random. */
    static int[] ofTextbookGenerator(int ids, int shards, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] clockMillis = {START_MILLIS};
        TextbookSnowflake generator = new TextbookSnowflake(1, 1, () -> (long) clockMillis[0]);
        int[] rows = new int[shards];
        for (int i = 0; i < ids; i++) {
            clockMillis[0] += -Math.log(1 - random.nextDouble()) / ARRIVALS_PER_MILLI;
            rows[(int) (generator.nextId() % shards)]++;
        }
        return rows;
    }
}
