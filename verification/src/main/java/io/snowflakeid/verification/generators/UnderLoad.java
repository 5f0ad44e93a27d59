package io.snowflakeid.verification.generators;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.sun.management.ThreadMXBean;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.verification.performance.AtOnce;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Measures our generator under load. */
final class UnderLoad {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final int PER_TICK = 1 << LAYOUT.sequenceBits();
    private static final long TICK_NANOS = LAYOUT.tick().toNanos();
    private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int IDLE_ROUNDS = 20;
    private static final long IDLE_MILLIS = 200;
    private static final int ALLOCATING = 2_000_000;

    record Row(String what, double value, String unit, boolean atLeast, double bound) {

        @JsonProperty
        boolean holds() {
            return atLeast ? value >= bound : value <= bound;
        }

        @JsonProperty
        String text() {
            return String.format(
                    Locale.ROOT, "%.3g %s (%s %.3g)", value, unit, atLeast ? "at least" : "at most", bound);
        }
    }

    private UnderLoad() {}

    static List<Row> measure() throws InterruptedException, ExecutionException {
        List<Row> rows = new ArrayList<>();
        for (int percent : new int[] {10, 50, 100}) {
            rows.add(new Row(
                    "age of an id at " + percent + " % of the highest rate, p99.9", age(percent), "ms", false, 2));
        }
        rows.add(new Row("age of the first id after 200 ms without calls, largest", ageAfterIdle(), "ms", false, 2));
        for (int threads : new int[] {1, 8}) {
            double[] saturated = saturated(threads);
            String of = threads == 1 ? " by 1 thread" : " by " + threads + " threads";
            rows.add(new Row("highest rate reached" + of, 100 * saturated[0], "%", true, 99));
            rows.add(new Row("processors used at the highest rate" + of, saturated[1], "", false, 0.3));
        }
        rows.add(new Row("allocated for one id", allocated(), "B", false, 0));
        return rows;
    }

    private static SnowflakeIdGenerator open() {
        return SnowflakeIdGenerator.on(FixedWorkerLedger.of(LAYOUT, 1));
    }

    /** Returns the 99.9th percentile of the age of ids in milliseconds, with one caller per processor. */
    private static double age(int percent) throws InterruptedException, ExecutionException {
        int callers = Runtime.getRuntime().availableProcessors();
        double nanosPerId = TICK_NANOS * callers * 100.0 / (PER_TICK * percent);
        try (SnowflakeIdGenerator ids = open()) {
            List<long[]> ages = AtOnce.run(callers, () -> ages(ids, percent == 100 ? 0 : nanosPerId))
                    .results();
            long[] all = ages.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return all[(int) (all.length * 0.999)];
        }
    }

    private static long[] ages(SnowflakeIdGenerator ids, double nanosPerId) {
        long[] ages = new long[(int) (RUN_NANOS / TICK_NANOS * PER_TICK)];
        int taken = 0;
        long start = System.nanoTime();
        for (long now = start; now - start < RUN_NANOS && taken < ages.length; now = System.nanoTime()) {
            if (now - start >= taken * nanosPerId) {
                ages[taken++] = age(ids);
            } else {
                Thread.onSpinWait();
            }
        }
        return Arrays.copyOf(ages, taken);
    }

    /** Returns the age of a new id in milliseconds, which is negative if the id's timestamp is in the future. */
    private static long age(SnowflakeIdGenerator ids) {
        long before = System.currentTimeMillis();
        return before - LAYOUT.decode(ids.nextId()).timestamp().toEpochMilli();
    }

    private static double ageAfterIdle() throws InterruptedException {
        long oldest = Long.MIN_VALUE;
        try (SnowflakeIdGenerator ids = open()) {
            for (int round = 0; round < IDLE_ROUNDS; round++) {
                for (int i = 0; i < PER_TICK; i++) {
                    ids.nextId();
                }
                TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
                oldest = Math.max(oldest, age(ids));
            }
        }
        return oldest;
    }

    /** Returns the reached share of the layout's maximum rate, and the number of busy processors. */
    private static double[] saturated(int threads) throws InterruptedException, ExecutionException {
        try (SnowflakeIdGenerator ids = open()) {
            AtOnce.run(threads, () -> taken(ids)); // compiles the code, and uses up the burst ahead of the clock
            AtOnce<Long> run = AtOnce.run(threads, () -> taken(ids));
            long taken = run.results().stream().mapToLong(Long::longValue).sum();
            return new double[] {taken * TICK_NANOS / run.nanos() / PER_TICK, run.cpuNanos() / run.nanos()};
        }
    }

    private static long taken(SnowflakeIdGenerator ids) {
        long taken = 0;
        for (long start = System.nanoTime(); System.nanoTime() - start < RUN_NANOS; taken += 64) {
            for (int i = 0; i < 64; i++) {
                ids.nextId();
            }
        }
        return taken;
    }

    private static double allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (SnowflakeIdGenerator ids = open()) {
            for (int i = 0; i < ALLOCATING; i++) {
                ids.nextId();
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ALLOCATING; i++) {
                ids.nextId();
            }
            return Math.floor((threads.getCurrentThreadAllocatedBytes() - before) * 10.0 / ALLOCATING) / 10;
        }
    }
}
