package io.snowflakeid.benchmarks.generators;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Nanoseconds for one id; {@link GeneratorsCommand} says how long and how often. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneId {

    private static final int FRESH = 1_000;

    /** Set by JMH. */
    @Param("SNOWFLAKEID")
    public Generator generator = Generator.SNOWFLAKEID;

    private LongSupplier ids = () -> 0;

    /** Opens the generator; where calls never rest, one that no benchmark fills. */
    @Setup
    public void open(BenchmarkParams benchmark) {
        ids = generator.open(!benchmark.getBenchmark().endsWith(".freshMillisecond"));
    }

    /** Waits for a millisecond that has just begun. */
    @State(Scope.Thread)
    public static class Fresh {

        /** Outside the time that is measured. */
        @Setup(Level.Invocation)
        public void await() {
            long now = System.currentTimeMillis();
            while (System.currentTimeMillis() == now) {
                Thread.onSpinWait();
            }
        }
    }

    /** 1,000 ids in a millisecond that has just begun: no generator with 12 bits of sequence has to wait. */
    @Benchmark
    @OperationsPerInvocation(FRESH)
    public long freshMillisecond(Fresh fresh) {
        long all = 0;
        for (int i = 0; i < FRESH; i++) {
            all ^= ids.getAsLong();
        }
        return all;
    }

    /** One after the other, without a break. */
    @Benchmark
    public long oneThread() {
        return ids.getAsLong();
    }

    /** Two threads without a break. */
    @Benchmark
    @Threads(2)
    public long twoThreads() {
        return ids.getAsLong();
    }
}
