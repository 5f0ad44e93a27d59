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

/** Nanoseconds for one id, or for 10,000; {@link GeneratorsCommand} says how long and how often. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneId {

    private static final int FRESH = 1_000;
    private static final int MANY = 10_000;
    private static final int PARTS = 50;
    private static final long COMPILE_NANOS = 1_000_000_000;
    private static final long REST_NANOS = 4_000_000; // 10,000 ids take 3 ms of the clock at most
    private static final long MILLI_NANOS = 1_000_000;

    private final long[] many = new long[MANY];

    /** Set by JMH. */
    @Param("SNOWFLAKEID")
    public Generator generator = Generator.SNOWFLAKEID;

    private Ids ids = () -> 0;

    /** Opens the generator; where calls never rest, one that no benchmark fills. */
    @Setup
    public void open(BenchmarkParams benchmark) {
        Table table = Table.of(benchmark.getBenchmark());
        ids = generator.open(table.wide);
        if (!table.wide) {
            compile(table);
        }
    }

    /** Calls that come seldom would be interpreted in all of a benchmark's time. */
    private void compile(Table table) {
        for (long start = System.nanoTime(); System.nanoTime() - start < COMPILE_NANOS; ) {
            if (table == Table.TEN_THOUSAND) {
                fillInParts();
            } else {
                ids.next();
            }
        }
    }

    /** As often as the JIT wants it, and as the benchmark does it: ahead of the clock, without a wait. */
    private void fillInParts() {
        long[] part = new long[MANY / PARTS];
        for (int i = 0; i < PARTS; i++) {
            ids.fill(part);
        }
        spin(REST_NANOS);
    }

    /** Awake: what a processor takes to wake up is not the generator's, nor is what a hypervisor does that sees a pause. */
    private static void spin(long nanos) {
        long start = System.nanoTime();
        long now;
        do {
            now = System.nanoTime();
        } while (now - start < nanos);
    }

    /** What comes before a call, outside the time that is measured. */
    @State(Scope.Thread)
    public static class Before {

        private Table table = Table.FRESH;

        /** Of the benchmark that is run. */
        @Setup
        public void open(BenchmarkParams benchmark) {
            table = Table.of(benchmark.getBenchmark());
        }

        /** Waits for a millisecond to begin, or rests. */
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

    /** 1,000 ids in a millisecond that has just begun: no generator with 12 bits of sequence has to wait. */
    @Benchmark
    @OperationsPerInvocation(FRESH)
    public long freshMillisecond(Before before) {
        long all = 0;
        for (int i = 0; i < FRESH; i++) {
            all ^= ids.next();
        }
        return all;
    }

    /** 10,000 ids in an array, after a rest; nanoseconds for all of them. */
    @Benchmark
    public long[] tenThousand(Before before) {
        ids.fill(many);
        return many;
    }

    /** About one id in a millisecond: nothing is in the caches of the processor. */
    @Benchmark
    public long seldom(Before before) {
        return ids.next();
    }

    /** One after the other, without a break. */
    @Benchmark
    public long oneThread() {
        return ids.next();
    }

    /** Two threads without a break. */
    @Benchmark
    @Threads(2)
    public long twoThreads() {
        return ids.next();
    }
}
