package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One listener, and what it has not been told yet. What happens to the lease is told on a thread of the listener's own, in its order, so that
 * no listener holds a renewal up; what a call notices is told by the call, which costs least. Thread-safe.
 */
final class ListenerQueue {

    /** What happens while this many wait is told as a number. */
    static final int CAPACITY = 1000;

    private static final System.Logger LOG = ApplicationLog.of(ListenerQueue.class);
    private static final long IDLE_SECONDS = 2;

    private final GeneratorListener listener;
    private final AtomicInteger missed = new AtomicInteger();
    private final ThreadPoolExecutor executor;
    private volatile @Nullable Thread telling;

    ListenerQueue(GeneratorListener listener) {
        this.listener = listener;
        executor = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(CAPACITY),
                ListenerQueue::daemon,
                this::rejected);
        executor.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(null, work, "snowflake-listener", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    private void rejected(Runnable work, ThreadPoolExecutor by) {
        if (by.isShutdown()) {
            work.run(); // no window is renewed any more
        } else {
            missed.incrementAndGet();
        }
    }

    /** Here and now. */
    void tell(Consumer<GeneratorListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) { // whatever a stranger's code throws: the caller wants an id
            LOG.log(Level.WARNING, "listener " + name() + " failed; ids go on", e);
        }
    }

    /** On the listener's thread, after all that waits. */
    void tellInTurn(Consumer<GeneratorListener> event) {
        executor.execute(() -> tellNext(event));
    }

    private void tellNext(Consumer<GeneratorListener> event) {
        telling = Thread.currentThread();
        tell(event);
        telling = null;
        int untold = missed.getAndSet(0);
        if (untold > 0) {
            LOG.log(
                    Level.WARNING,
                    "listener {0} was busy for so long that {1} events were not told to it",
                    name(),
                    untold);
        }
    }

    private String name() {
        return listener.getClass().getName();
    }

    // ---- at the end

    /** Whether the listener itself is calling, from its own thread. */
    boolean isCalling() {
        return telling == Thread.currentThread();
    }

    /** Done once all is told that has happened. */
    Future<?> told() {
        return executor.submit(() -> {});
    }

    /** Waits for {@link #told}, but no longer than that, or until the caller is interrupted; false then. */
    static boolean isDone(Future<?> told, long atMostNanos) {
        try {
            told.get(atMostNanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing cannot fail", e);
        }
    }

    /** What happens from now on is told where it happens. A listener that is still busy is interrupted, and not told what waits. */
    void close(boolean isTold) {
        executor.shutdown();
        if (!isTold) {
            LOG.log(
                    Level.WARNING,
                    "listener {0} has not returned, and the generator is closed: it is interrupted, and not told what waits",
                    name());
            executor.shutdownNow();
        }
    }
}
