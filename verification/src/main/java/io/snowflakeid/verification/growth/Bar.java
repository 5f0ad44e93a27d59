package io.snowflakeid.verification.growth;

import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.stat.StatUtils;

/** A measured figure with a limit. */
record Bar(String what, String measured, String limit, boolean met) {

    // Twitter's requirements of 2010: the ids per second of a process, and the latency of a call without the network
    private static final int IDS_PER_SECOND = 10_000;
    private static final double MILLIS = 2;

    private static final long NANOS_PER_ID = TimeUnit.SECONDS.toNanos(1) / IDS_PER_SECOND;

    static Bar highestRate(double idsPerSecond) {
        return new Bar(
                "highest rate of a process",
                text("%,.0f ids/s", idsPerSecond),
                text("at least %,d", IDS_PER_SECOND),
                idsPerSecond >= IDS_PER_SECOND);
    }

    static Bar different(String what, boolean met) {
        return new Bar(what, met ? "all different" : "some twice", "all different", met);
    }

    /** Takes 10,000 ids per second on one thread. */
    static List<Bar> paced(long millis, WorkerLedger ledger) {
        double[] calls = new double[(int) (millis * IDS_PER_SECOND / 1_000)];
        double seconds;
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            for (int i = 0; i < IDS_PER_SECOND; i++) {
                ids.nextId(); // compiles the code
            }
            long start = System.nanoTime();
            for (int i = 0; i < calls.length; i++) {
                while (System.nanoTime() - start < i * NANOS_PER_ID) {
                    Thread.onSpinWait();
                }
                long before = System.nanoTime();
                ids.nextId();
                calls[i] = (System.nanoTime() - before) / 1e6;
            }
            seconds = (System.nanoTime() - start) / 1e9;
        }
        double reached = calls.length / seconds;
        double most = StatUtils.percentile(calls, 99.9);
        double worst = Arrays.stream(calls).max().orElseThrow();
        return List.of(
                new Bar(
                        "rate of one thread that wants 10,000 ids/s",
                        text("%,.0f ids/s for %.0f s", reached, seconds),
                        "at least 99.9 %",
                        reached >= IDS_PER_SECOND * 0.999),
                new Bar(
                        "p99.9 of its calls",
                        text("%.5f ms, worst %.3f ms", most, worst),
                        text("at most %.0f ms", MILLIS),
                        most <= MILLIS));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
