package io.snowflakeid.verification.growth;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The results of threads that begin at once, and the time that they took.
 *
 * @param start the beginning, in the unit of {@link System#nanoTime}
 * @param nanos the time from the beginning to the last result
 * @param cpuNanos the processor time of this process between
 */
record Cpu<T>(List<T> results, long start, double nanos, double cpuNanos) {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Returns the processor time of this process. */
    static long used() {
        return SYSTEM.getProcessCpuTime();
    }

    static <T> Cpu<T> inThreads(int threads, Callable<T> work) throws InterruptedException, ExecutionException {
        AtomicLong start = new AtomicLong();
        AtomicLong cpu = new AtomicLong();
        CyclicBarrier together = new CyclicBarrier(threads, () -> {
            cpu.set(used());
            start.set(System.nanoTime());
        });
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    together.await();
                    return work.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return new Cpu<>(results, start.get(), System.nanoTime() - start.get(), used() - cpu.get());
        } finally {
            pool.shutdownNow();
        }
    }
}
