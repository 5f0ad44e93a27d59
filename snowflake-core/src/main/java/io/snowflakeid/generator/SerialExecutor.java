package io.snowflakeid.generator;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time on one daemon thread. A generator has one executor for its ledger and another executor for its listeners, so that a
 * listener never delays a renewal. A statement of the ledger cannot join a transaction of a caller, because transactions are bound to threads. The
 * thread ends after 5 seconds without a task. This class is thread-safe.
 */
final class SerialExecutor {

    private static final long IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor executor;
    private volatile @Nullable Thread thread;
    private @Nullable ScheduledFuture<?> next; // guarded by this

    /** @param keepsClassLoader true if the thread inherits the context class loader of its creator */
    SerialExecutor(String name, boolean keepsClassLoader) {
        executor =
                new ScheduledThreadPoolExecutor(1, task -> daemon(task, name, keepsClassLoader), new DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    private Thread daemon(Runnable task, String name, boolean keepsClassLoader) {
        Thread daemon = new Thread(null, task, name, 0, false);
        daemon.setDaemon(true);
        daemon.setContextClassLoader(keepsClassLoader ? Thread.currentThread().getContextClassLoader() : null);
        thread = daemon;
        return daemon;
    }

    private boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /**
     * Runs the task on the thread of this executor, and returns its result or throws its exception. An interrupt of the caller also interrupts the
     * task. After {@link #end}, this method throws {@link RejectedExecutionException}.
     */
    <T> T call(Supplier<T> task) {
        if (isHere()) { // a ledger that calls its generator is already on the executor's thread
            return task.get();
        }
        Future<T> result = submit(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    interruptTask();
                }
            }
        } catch (ExecutionException e) {
            throw withTraceOfCaller(Objects.requireNonNull(e.getCause()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized <T> Future<T> submit(Supplier<T> task) {
        if (executor.isShutdown()) { // without this check, a caller would wait forever for a discarded task
            throw new RejectedExecutionException("the last task has been submitted");
        }
        return executor.submit(task::get);
    }

    /** Appends the caller's stack trace to the exception's stack trace. */
    private static RuntimeException withTraceOfCaller(Throwable thrown) {
        StackTraceElement[] here = new Throwable().getStackTrace();
        thrown.setStackTrace(
                Stream.of(thrown.getStackTrace(), here).flatMap(Stream::of).toArray(StackTraceElement[]::new));
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    void interruptTask() {
        Thread daemon = thread;
        if (daemon != null) {
            daemon.interrupt();
        }
    }

    /** Replaces the scheduled task with the given task, unless the scheduled task is due earlier. After {@link #end}, this method does nothing. */
    synchronized void schedule(Runnable task, long nanos) {
        ScheduledFuture<?> before = next;
        if (before != null) {
            if (executor.getQueue().contains(before) && before.getDelay(TimeUnit.NANOSECONDS) <= nanos) {
                return;
            }
            before.cancel(false);
        }
        next = executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Adds a task to the queue. After {@link #end}, this method does nothing. */
    void add(Runnable task) {
        executor.execute(task);
    }

    int waitingTasks() {
        return executor.getQueue().size();
    }

    /** Returns true if all earlier tasks end within the given time, or if the caller is a task of this executor. */
    boolean isDoneWithin(Duration patience) {
        return executor.isShutdown() || isDoneWithin(executor.submit(() -> {}), patience);
    }

    private boolean isDoneWithin(Future<?> task, Duration patience) {
        Deadline.await(patience.toNanos(), () -> isHere() || task.isDone());
        return isHere() || task.isDone();
    }

    /** Submits a last task and shuts down this executor. The method returns false if the last task does not end within the given time. */
    boolean end(Runnable last, Duration patience) {
        Future<?> done;
        synchronized (this) {
            if (executor.isShutdown()) {
                return true;
            }
            if (next != null) {
                next.cancel(false);
            }
            done = executor.submit(last);
            executor.shutdown();
        }
        return isDoneWithin(done, patience);
    }

    /** Interrupts the running task and removes the queued tasks. */
    void stop() {
        executor.shutdownNow();
    }
}
