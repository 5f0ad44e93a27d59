package io.snowflakeid;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread of a generator, which does one work at a time: one calls the ledger, one the listeners. So no caller of {@code nextId}
 * waits in a driver, no statement joins a transaction that is bound to the thread of a caller, not even the first one, and no renewal
 * waits for a listener. The thread ends while there is nothing to do for some seconds. Thread-safe.
 */
final class SerialExecutor {

    private static final long IDLE_SECONDS = 5;

    private final String name;
    private final boolean keepsClassLoader;
    private volatile @Nullable Thread thread;
    private final ScheduledThreadPoolExecutor executor;
    private @Nullable Future<?> next; // guarded by this

    /** @param keepsClassLoader whether its threads have the context class loader of the callers that start them, or none */
    SerialExecutor(String name, boolean keepsClassLoader) {
        this.name = name;
        this.keepsClassLoader = keepsClassLoader;
        executor = new ScheduledThreadPoolExecutor(1, this::daemon);
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    private static final class Daemon extends Thread {
        Daemon(Runnable work, String name) {
            super(null, work, name, 0, false);
            setDaemon(true);
        }
    }

    private Thread daemon(Runnable work) {
        Thread daemon = new Daemon(work, name);
        daemon.setContextClassLoader(keepsClassLoader ? Thread.currentThread().getContextClassLoader() : null);
        thread = daemon;
        return daemon;
    }

    /** Whether the caller is such a thread, of any generator: what waits there delays others. */
    static boolean isCalling() {
        return Thread.currentThread() instanceof Daemon;
    }

    private boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /**
     * Does the work, and returns its result or throws what it threw. An interrupt of the caller is passed on to the work, and kept.
     *
     * @throws RejectedExecutionException after {@link #end}
     */
    <T> T call(Supplier<T> work) {
        if (isHere()) { // a ledger that calls back
            return work.get();
        }
        try {
            return await(submit(work), Long.MAX_VALUE, true);
        } catch (ExecutionException | TimeoutException e) {
            throw withTraceOfCaller(e.getCause());
        }
    }

    private synchronized <T> Future<T> submit(Supplier<T> work) {
        return executor.submit(work::get);
    }

    /** Waits however often the caller is interrupted, and sets its flag again. */
    private <T> T await(Future<T> work, long atMostNanos, boolean passesInterruptsOn)
            throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        long start = TimeSource.system().nanos();
        try {
            while (true) {
                try {
                    return work.get(atMostNanos - (TimeSource.system().nanos() - start), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (passesInterruptsOn) {
                        interruptWork();
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Interrupts what is under way. */
    void interruptWork() {
        Thread daemon = thread;
        if (daemon != null) {
            daemon.interrupt();
        }
    }

    /** The same exception, whose stack trace continues with the caller's. */
    private static RuntimeException withTraceOfCaller(@Nullable Throwable thrown) {
        if (thrown == null) {
            throw new IllegalStateException("the work failed without a reason");
        }
        StackTraceElement[] here = new Throwable().getStackTrace();
        thrown.setStackTrace(
                Stream.of(thrown.getStackTrace(), here).flatMap(Stream::of).toArray(StackTraceElement[]::new));
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    /** Does the work after so many nanoseconds, in place of what was scheduled before; does nothing after {@link #end}. */
    synchronized void schedule(Runnable work, long nanos) {
        if (!executor.isShutdown()) {
            cancelNext();
            next = executor.schedule(work, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Does the work after all that waits; false after {@link #end}. */
    synchronized boolean add(Runnable work) {
        if (executor.isShutdown()) {
            return false;
        }
        executor.execute(work);
        return true;
    }

    /** How many works wait. */
    int waiting() {
        return executor.getQueue().size();
    }

    /** Waits until all work so far is done, for so long at most; false if it is not. Does not wait if such work calls. */
    boolean isDoneWithin(Duration patience) {
        Future<?> done;
        synchronized (this) {
            if (isHere() || executor.isShutdown()) {
                return true;
            }
            done = executor.submit(() -> {});
        }
        return isDoneWithin(done, patience);
    }

    private boolean isDoneWithin(Future<?> work, Duration patience) {
        try {
            await(work, patience.toNanos(), false);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the last work must not fail", e);
        }
    }

    /**
     * Does one last work and accepts no other. Waits for it for so long at most; it is done without the caller if it takes longer.
     *
     * @return whether it is done, or is done when the caller's own work is
     */
    boolean end(Runnable last, Duration patience) {
        Future<?> done;
        synchronized (this) {
            if (executor.isShutdown()) {
                return true;
            }
            cancelNext();
            done = executor.submit(last);
            executor.shutdown();
        }
        // a ledger or a listener may close; then the last work is done when it returns
        return isHere() || isDoneWithin(done, patience);
    }

    /** Drops what waits, after {@link #end}. */
    void drop() {
        executor.getQueue().clear();
    }
}
