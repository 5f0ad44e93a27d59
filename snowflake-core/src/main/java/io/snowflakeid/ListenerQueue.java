package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One listener, and what it has not been told yet. What is noticed on the thread that renews a generator's windows is told on a thread
 * of the listener's own, so that no listener holds a renewal up. All else is told where it happens, which costs least. Thread-safe.
 */
final class ListenerQueue {

    /** What happens while this many wait is told as a number. */
    static final int CAPACITY = 1000;

    private static final System.Logger LOG = ApplicationLog.of(ListenerQueue.class);
    private static final long IDLE_SECONDS = 60;

    private final GeneratorListener listener;
    private final AtomicInteger pending = new AtomicInteger(); // with the one that is being told
    private final AtomicInteger missed = new AtomicInteger();
    private final ThreadPoolExecutor executor;
    private volatile @Nullable Thread telling;

    ListenerQueue(GeneratorListener listener) {
        this.listener = listener;
        executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ListenerQueue::daemon);
        executor.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "snowflake-listener");
        thread.setDaemon(true);
        return thread;
    }

    /** Here, unless that would hold renewals up. */
    void tell(Consumer<GeneratorListener> event) {
        if (LedgerTalk.isItsOwnThread()) {
            tellLater(event);
        } else {
            tellHere(event);
        }
    }

    /** After all that waits. */
    void tellInTurn(Consumer<GeneratorListener> event) {
        if (pending.get() > 0) {
            tellLater(event);
        } else {
            tell(event);
        }
    }

    private void tellLater(Consumer<GeneratorListener> event) {
        if (pending.incrementAndGet() > CAPACITY) {
            pending.decrementAndGet();
            missed.incrementAndGet();
            return;
        }
        try {
            executor.execute(() -> tellNext(event));
        } catch (RejectedExecutionException closed) { // no window is renewed any more
            pending.decrementAndGet();
            tellHere(event);
        }
    }

    private void tellNext(Consumer<GeneratorListener> event) {
        try {
            telling = Thread.currentThread();
            tellHere(event);
        } finally {
            telling = null;
            pending.decrementAndGet();
        }
        int untold = missed.getAndSet(0);
        if (untold > 0) {
            LOG.log(
                    Level.WARNING,
                    "listener {0} was busy for so long that {1} events were not told to it",
                    name(),
                    untold);
        }
    }

    private void tellHere(Consumer<GeneratorListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) { // whatever a stranger's code throws: the caller wants an id
            LOG.log(Level.WARNING, "listener " + name() + " failed; ids go on", e);
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

    /** What happens from now on is told where it happens. */
    void close() {
        executor.shutdown();
    }

    /** Once closed: until all is told. */
    void awaitTold() throws InterruptedException {
        executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    /** The listener is interrupted where it is still busy, and not told what waits. */
    void giveUp() {
        if (telling != null) {
            LOG.log(
                    Level.WARNING,
                    "listener {0} has not returned, and the generator is closed: it is interrupted, and not told what waits",
                    name());
        }
        executor.shutdownNow();
    }
}
