package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Measures virtual threads that take ids from one generator at once. */
final class VirtualThreads {

    private static final int IDS = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private VirtualThreads() {}

    static void measure(Effort effort, List<Growth> growths, List<Bar> bars, List<String> notes) throws Exception {
        if (Runtime.version().feature() < 21) {
            notes.add("Virtual threads are not available on this version of Java.");
            return;
        }
        Growth.Table table = new Growth.Table();
        boolean different = true;
        for (int round = 0; round < 2; round++) { // the first round compiles the code
            table = new Growth.Table();
            for (int count : effort.virtualThreads()) {
                int before = THREADS.getThreadCount();
                THREADS.resetPeakThreadCount();
                long start = System.nanoTime();
                LongStream ids = taken(count);
                table.add("time until all have " + IDS + " ids", "ms", count, (System.nanoTime() - start) / 1e6);
                table.add("platform threads added", "", count, THREADS.getPeakThreadCount() - before);
                different &= ids.distinct().count() == (long) count * IDS;
            }
        }
        growths.add(table.growth("Virtual threads that share a generator", "threads"));
        bars.add(Bar.different("ids of virtual threads", different));
    }

    private static LongStream taken(int threads) throws Exception {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1))) {
            Callable<long[]> work =
                    () -> LongStream.generate(ids::nextId).limit(IDS).toArray();
            List<Future<long[]>> all = virtual.invokeAll(Collections.nCopies(threads, work));
            long[][] taken = new long[threads][];
            for (int i = 0; i < threads; i++) {
                taken[i] = all.get(i).get();
            }
            return Arrays.stream(taken).flatMapToLong(Arrays::stream);
        } finally {
            virtual.shutdownNow();
        }
    }
}
