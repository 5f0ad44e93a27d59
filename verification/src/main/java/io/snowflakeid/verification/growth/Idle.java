package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.GeneratorListener;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.verification.performance.Measured;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Measures generators from which nothing takes ids. */
final class Idle {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int COLLECTIONS = 3;
    private static final int STARTS = 5;

    /** Counts renewals, and adds up the times between the grants of each worker. */
    private static final class Renewals implements GeneratorListener {
        final LongAdder sum = new LongAdder();
        final LongAdder nanos = new LongAdder();
        private final Map<Long, Long> since = new ConcurrentHashMap<>();

        @Override
        public void acquired(long datacenter, long worker, Instant until) {
            since.put(worker, System.nanoTime());
        }

        @Override
        public void renewed(long datacenter, long worker, Instant until) {
            long now = System.nanoTime();
            Long before = since.put(worker, now);
            if (before != null) {
                nanos.add(now - before);
                sum.increment();
            }
        }
    }

    /** Returns the processor time of the generators' own threads, by thread id. */
    private static Map<Long, Long> threads() {
        Map<Long, Long> used = new HashMap<>();
        for (ThreadInfo each : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (each != null && each.getThreadName().startsWith("snowflake-")) {
                used.put(each.getThreadId(), THREADS.getThreadCpuTime(each.getThreadId()));
            }
        }
        return used;
    }

    private static long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void measure(Growth.Table table, int count, long heapBefore, long millis)
            throws InterruptedException {
        table.add("heap", "KB per generator", count, Math.max(0, heap() - heapBefore) / 1024.0 / count);
        Map<Long, Long> before = threads();
        TimeUnit.MILLISECONDS.sleep(millis);
        Map<Long, Long> after = threads();
        long nanos = 0;
        for (Map.Entry<Long, Long> thread : after.entrySet()) {
            nanos += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        table.add("threads", "per generator", count, after.size() / (double) count);
        table.add("processor time", "us per second and generator", count, nanos / (double) millis / count);
    }

    private Idle() {}

    static Growth fixed(Effort effort) throws InterruptedException {
        Growth.Table table = new Growth.Table();
        for (int count : effort.generators()) {
            long heap = heap();
            List<SnowflakeIdGenerator> all = open(
                    count, worker -> FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, worker), new GeneratorListener() {});
            try {
                TimeUnit.MILLISECONDS.sleep(effort.idleMillis()); // the threads end after 5 s
                measure(table, count, heap, effort.idleMillis());
            } finally {
                all.forEach(SnowflakeIdGenerator::close);
            }
        }
        return table.growth("Idle generators with a fixed worker", "generators");
    }

    static Growth leased(Effort effort, DataSource pool) throws InterruptedException {
        Growth.Table table = new Growth.Table();
        for (int count : effort.generators()) {
            leased(effort, pool, count, table);
        }
        return table.growth("Idle generators with a lease", "generators");
    }

    private static void leased(Effort effort, DataSource pool, int count, Growth.Table table)
            throws InterruptedException {
        CountedStatements statements = new CountedStatements();
        DataSource counted = statements.in(pool);
        String namespace = "idle-" + count;
        Renewals renewals = new Renewals();
        Starts.millis(() -> effort.ledger(pool, namespace)); // loads classes, and creates the namespace
        long heap = heap();
        List<SnowflakeIdGenerator> all = open(count, any -> effort.ledger(counted, namespace), renewals);
        try {
            List<Double> starts = new ArrayList<>();
            for (int i = 0; i < STARTS; i++) {
                starts.add(Starts.millis(() -> effort.ledger(pool, namespace)));
            }
            long sent = statements.sum();
            long renewed = renewals.sum.sum();
            measure(table, count, heap, effort.heldMillis());
            double ofOne = (statements.sum() - sent) / (double) (renewals.sum.sum() - renewed);
            double perHour = TimeUnit.HOURS.toNanos(1) * (double) renewals.sum.sum() / renewals.nanos.sum();
            table.add("renewals, extrapolated", "per hour and worker", count, perHour);
            table.add("statements, extrapolated", "per hour and worker", count, perHour * ofOne);
            table.add("statements of a renewal", "", count, ofOne);
            table.add("start of one more process", "ms", count, new Measured(starts).median());
        } finally {
            all.parallelStream().forEach(SnowflakeIdGenerator::close);
        }
    }

    private static List<SnowflakeIdGenerator> open(
            int count, IntFunction<WorkerLedger> ledgers, GeneratorListener listener) {
        List<SnowflakeIdGenerator> all = Collections.synchronizedList(new ArrayList<>());
        try {
            IntStream.range(0, count).parallel().forEach(number -> {
                SnowflakeIdGenerator generator = SnowflakeIdGenerator.builder(ledgers.apply(number))
                        .listener(listener)
                        .build();
                all.add(generator);
                generator.nextId();
            });
            return all;
        } catch (RuntimeException | Error e) {
            all.forEach(SnowflakeIdGenerator::close);
            throw e;
        }
    }
}
