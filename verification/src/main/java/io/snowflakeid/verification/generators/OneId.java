package io.snowflakeid.verification.generators;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Benchmarks that measure how long a generator takes for one id, or for 10,000 ids. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneId {

    private static final int FRESH = 1_000;
    private static final int MANY = 10_000;
    private static final int PARTS = 50;
    private static final long COMPILE_NANOS = 1_000_000_000;
    private static final long REST_NANOS = 4_000_000; // 10,000 ids need at most 3 ms of timestamps
    private static final long MILLI_NANOS = 1_000_000;

    private final long[] many = new long[MANY];

    /** Set by JMH. */
    @Param("SNOWFLAKEID")
    public Generator generator = Generator.SNOWFLAKEID;

    private Ids ids = () -> 0;

    @Setup
    public void open(BenchmarkParams benchmark) {
        Table table = Table.of(benchmark.getBenchmark());
        ids = generator.open(table.wide);
        if (!table.wide) {
            compile(table);
        }
    }

    /** Calls the generator until the JIT has compiled it, because the benchmark alone makes too few calls. */
    private void compile(Table table) {
        for (long start = System.nanoTime(); System.nanoTime() - start < COMPILE_NANOS; ) {
            if (table == Table.TEN_THOUSAND) {
                fillInParts();
            } else {
                ids.next();
            }
        }
    }

    /** Fills small arrays, because the JIT compiles the method {@code fill} only after many calls. */
    private void fillInParts() {
        long[] part = new long[MANY / PARTS];
        for (int i = 0; i < PARTS; i++) {
            ids.fill(part);
        }
        spin(REST_NANOS);
    }

    /** Waits without sleeping, because a sleep adds the wake-up of the processor to the measurement. */
    private static void spin(long nanos) {
        long start = System.nanoTime();
        long now;
        do {
            now = System.nanoTime();
        } while (now - start < nanos);
    }

    @State(Scope.Thread)
    public static class Before {

        private Table table = Table.FRESH;

        @Setup
        public void open(BenchmarkParams benchmark) {
            table = Table.of(benchmark.getBenchmark());
        }

        @Setup(Level.Invocation)
        public void await() {
            switch (table) {
                case FRESH -> {
                    long start = System.currentTimeMillis();
                    while (System.currentTimeMillis() == start) {
                        Thread.onSpinWait();
                    }
                }
                case TEN_THOUSAND -> spin(REST_NANOS);
                default -> LockSupport.parkNanos(MILLI_NANOS);
            }
        }
    }

    /** Takes 1,000 ids from the start of a millisecond, so that no generator with 12 sequence bits waits. */
    @Benchmark
    @OperationsPerInvocation(FRESH)
    public long freshMillisecond(Before before) {
        long all = 0;
        for (int i = 0; i < FRESH; i++) {
            all ^= ids.next();
        }
        return all;
    }

    @Benchmark
    public long[] tenThousand(Before before) {
        ids.fill(many);
        return many;
    }

    /** Takes one id about every millisecond, so that the processor caches are cold. */
    @Benchmark
    public long seldom(Before before) {
        return ids.next();
    }

    @Benchmark
    public long oneThread() {
        return ids.next();
    }

    @Benchmark
    @Threads(2)
    public long twoThreads() {
        return ids.next();
    }
}
