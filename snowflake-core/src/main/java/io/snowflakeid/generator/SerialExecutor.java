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
 * One daemon thread, which runs one task at a time: a generator has one for its ledger and one for its listeners. Thus no caller of {@code nextId}
 * waits in a driver, no statement of the ledger joins a transaction that is bound to a caller's thread, and no renewal waits for a listener. The
 * thread ends after some seconds without a task, and starts again with the next one. Thread-safe.
 */
final class SerialExecutor {

    private static final long IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor executor;
    private volatile @Nullable Thread thread;
    private @Nullable ScheduledFuture<?> next; // guarded by this

    /** @param keepsClassLoader whether the thread has the context class loader of the caller that starts it, or has none */
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
     * Runs the task, and returns its result or throws its exception. An interrupt of the caller is passed on to the task, and kept.
     *
     * @throws RejectedExecutionException after {@link #end}
     */
    <T> T call(Supplier<T> task) {
        if (isHere()) { // the caller is already the executor's thread: a ledger calls its generator
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
        if (executor.isShutdown()) { // otherwise a caller would wait for a discarded task forever
            throw new RejectedExecutionException("the last task has been submitted");
        }
        return executor.submit(task::get);
    }

    /** Returns the same exception, and continues its stack trace with the caller's. */
    private static RuntimeException withTraceOfCaller(Throwable thrown) {
        StackTraceElement[] here = new Throwable().getStackTrace();
        thrown.setStackTrace(
                Stream.of(thrown.getStackTrace(), here).flatMap(Stream::of).toArray(StackTraceElement[]::new));
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    /** Interrupts the task that is running. */
    void interruptTask() {
        Thread daemon = thread;
        if (daemon != null) {
            daemon.interrupt();
        }
    }

    /** Schedules the only task that has a delay; the task replaces a scheduled task unless that is due earlier. Does nothing after {@link #end}. */
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

    /** Adds a task behind those that wait. Does nothing after {@link #end}. */
    void add(Runnable task) {
        executor.execute(task);
    }

    int waitingTasks() {
        return executor.getQueue().size();
    }

    /** Waits for the tasks that were added before, at most for {@code patience}; returns whether they are done. Does not wait on its own thread. */
    boolean isDoneWithin(Duration patience) {
        return executor.isShutdown() || isDoneWithin(executor.submit(() -> {}), patience);
    }

    private boolean isDoneWithin(Future<?> task, Duration patience) {
        Deadline.await(patience.toNanos(), () -> isHere() || task.isDone());
        return isHere() || task.isDone();
    }

    /** Adds the last task and waits for it as {@link #isDoneWithin} does; the task is run even if the caller does not wait until its end. */
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

    /** Interrupts the task that is running, and drops the tasks that wait. */
    void stop() {
        executor.shutdownNow();
    }
}
