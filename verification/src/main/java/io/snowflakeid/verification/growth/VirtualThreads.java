package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Virtual threads that take ids from one generator at once.
 *
 * @param allDifferent true if no id was taken twice
 */
record VirtualThreads(Growth growth, boolean allDifferent) {

    private static final int IDS = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Returns true on a Java version with virtual threads. */
    static boolean exist() {
        return Runtime.version().feature() >= 21;
    }

    static VirtualThreads measure(Effort effort)
            throws InterruptedException, ExecutionException, ReflectiveOperationException {
        Growth.Table table = new Growth.Table();
        boolean different = true;
        for (int round = 0; round < 2; round++) { // the first round compiles the code
            table = new Growth.Table();
            for (int count : effort.virtualThreads()) {
                int before = THREADS.getThreadCount();
                THREADS.resetPeakThreadCount();
                long start = System.nanoTime();
                long[] ids = taken(count);
                table.add("time until all have " + IDS + " ids", "ms", count, (System.nanoTime() - start) / 1e6);
                table.add("platform threads added", "", count, THREADS.getPeakThreadCount() - before);
                different &= Arrays.stream(ids).distinct().count() == (long) count * IDS;
            }
        }
        return new VirtualThreads(table.growth("Virtual threads that share a generator", "threads"), different);
    }

    private static long[] taken(int threads)
            throws InterruptedException, ExecutionException, ReflectiveOperationException {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1))) {
            List<Future<long[]>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(virtual.submit(() -> {
                    long[] own = new long[IDS];
                    Arrays.setAll(own, any -> ids.nextId());
                    return own;
                }));
            }
            long[] all = new long[threads * IDS];
            for (int i = 0; i < threads; i++) {
                System.arraycopy(running.get(i).get(), 0, all, i * IDS, IDS);
            }
            return all;
        } finally {
            virtual.shutdownNow();
        }
    }
}
