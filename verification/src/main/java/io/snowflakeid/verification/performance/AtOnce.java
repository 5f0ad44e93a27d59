package io.snowflakeid.verification.performance;

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

/** The results of threads that start at the same time. Each time is measured from the common start of the threads to the last result. */
public record AtOnce<T>(List<T> results, long start, double nanos, double cpuNanos) {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    public static <T> AtOnce<T> run(int threads, Callable<T> work) throws InterruptedException, ExecutionException {
        AtomicLong start = new AtomicLong();
        AtomicLong cpu = new AtomicLong();
        CyclicBarrier together = new CyclicBarrier(threads, () -> {
            cpu.set(SYSTEM.getProcessCpuTime());
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
            double nanos = System.nanoTime() - start.get();
            return new AtOnce<>(results, start.get(), nanos, SYSTEM.getProcessCpuTime() - cpu.get());
        } finally {
            pool.shutdownNow();
        }
    }
}
