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
 * The daemon thread on which a generator talks with its ledger, one conversation at a time: no caller of {@code nextId} waits in a driver, and no
 * statement joins a transaction that is bound to the thread of a caller, not even the first one. It ends while there is nothing to do for some
 * seconds. Thread-safe.
 */
final class LedgerTalk {

    private static final long IDLE_SECONDS = 5;

    private volatile @Nullable Thread thread;
    private final ScheduledThreadPoolExecutor executor;
    private @Nullable Future<?> next; // guarded by this
    private boolean ended; // guarded by this

    LedgerTalk() {
        executor = new ScheduledThreadPoolExecutor(1, this::daemon);
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    private static final class Keeper extends Thread {
        Keeper(Runnable work) {
            super(work, "snowflake-lease-keeper");
            setDaemon(true);
        }
    }

    private Thread daemon(Runnable work) {
        Thread keeper = new Keeper(work);
        thread = keeper;
        return keeper;
    }

    /** Whether the caller is the thread of such a talk, of any generator: what waits there holds renewals up. */
    static boolean isItsOwnThread() {
        return Thread.currentThread() instanceof Keeper;
    }

    private boolean isHere() {
        return Thread.currentThread() == thread;
    }

    /**
     * Does the work, and returns or throws what it did. An interrupt of the caller reaches the work, and is kept.
     *
     * @throws RejectedExecutionException if the last work was given already
     */
    <T> T call(Supplier<T> work) {
        if (isHere()) { // a ledger that calls back
            return work.get();
        }
        Future<T> answer = submit(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    interruptWork();
                } catch (ExecutionException e) {
                    throw asSeenByCaller(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Once the last work is given, no other waits behind it. */
    private synchronized <T> Future<T> submit(Supplier<T> work) {
        if (ended) {
            throw new RejectedExecutionException("the last work was given already");
        }
        return executor.submit(work::get);
    }

    private void interruptWork() {
        Thread keeper = thread;
        if (keeper != null) {
            keeper.interrupt();
        }
    }

    /** The same exception; its trace goes on with the caller's, who else would not see where it asked. */
    private static RuntimeException asSeenByCaller(@Nullable Throwable thrown) {
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

    /** Does the work after so many nanoseconds, in place of whatever was to be done later until now. */
    synchronized void later(Runnable work, long nanos) {
        if (!ended) {
            cancelNext();
            next = executor.schedule(work, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /**
     * Does one last work, which is waited for so long at most; then an interrupt ends what is still under way. An interrupt of the caller is kept
     * for later: the last work comes first.
     */
    void end(Runnable last, Duration patience) {
        Future<?> done;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            cancelNext();
            done = executor.submit(last);
            executor.shutdown();
        }
        boolean interrupted = Thread.interrupted();
        boolean waiting = !isHere(); // a ledger may close; then the last work is done when it returns
        while (waiting) {
            try {
                done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
                waiting = false;
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (TimeoutException e) {
                interruptWork();
                waiting = false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("the last work must not fail", e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
