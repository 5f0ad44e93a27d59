package io.snowflakeid;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a generator talks with its ledger: one conversation at a time. Thread-safe. */
sealed interface LedgerTalk {

    /** Whether anything is done by itself, such as renewing a window. */
    boolean hasThread();

    /**
     * Does the work, and returns or throws what it did. An interrupt of the caller reaches the work, and is kept.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the last work was given already
     */
    <T> T call(Supplier<T> work);

    /** Does the work after so many nanoseconds, in place of whatever was to be done later until now. */
    void later(Runnable work, long nanos);

    /** Does one last work, which is waited for so long at most; then an interrupt ends what is still under way. */
    void end(Runnable last, Duration patience);

    /** Whether the caller is the thread of such a talk, of any generator: what waits there holds renewals up. */
    static boolean isItsOwnThread() {
        return Thread.currentThread() instanceof OnItsOwnThread.Keeper;
    }

    /** For windows that last as long as the layout. */
    final class OnCallersThread implements LedgerTalk {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public boolean hasThread() {
            return false;
        }

        @Override
        public <T> T call(Supplier<T> work) {
            lock.lock();
            try {
                return work.get();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void later(Runnable work, long nanos) {
            throw new IllegalStateException("there is no thread that could do it later");
        }

        @Override
        public void end(Runnable last, Duration patience) {
            lock.lock();
            try {
                last.run();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * A daemon thread of its own: no caller of {@code nextId} waits in a driver, and no statement joins a transaction that is bound
     * to the thread of a caller, not even the first one.
     */
    final class OnItsOwnThread implements LedgerTalk {
        private volatile @Nullable Thread thread;
        private final ScheduledThreadPoolExecutor executor;
        private @Nullable Future<?> next; // guarded by this
        private boolean ended; // guarded by this

        OnItsOwnThread() {
            executor = new ScheduledThreadPoolExecutor(1, this::daemon);
            executor.setRemoveOnCancelPolicy(true);
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

        private boolean isHere() {
            return Thread.currentThread() == thread;
        }

        @Override
        public boolean hasThread() {
            return true;
        }

        @Override
        public <T> T call(Supplier<T> work) {
            if (isHere()) { // a ledger that calls back
                return work.get();
            }
            return await(executor.submit(work::get));
        }

        private <T> T await(Future<T> answer) {
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

        @Override
        public synchronized void later(Runnable work, long nanos) {
            if (ended) {
                return;
            }
            if (next != null) {
                next.cancel(false);
            }
            next = executor.schedule(work, nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void end(Runnable last, Duration patience) {
            Future<?> done;
            synchronized (this) {
                if (ended) {
                    return;
                }
                ended = true;
                if (next != null) {
                    next.cancel(false);
                }
                done = executor.submit(last);
                executor.shutdown();
            }
            if (!isHere()) { // a ledger may close; then the last work is done when it returns
                awaitEnd(done, patience);
            }
        }

        /** An interrupt of the caller is kept for later: the last work comes first. */
        private void awaitEnd(Future<?> done, Duration patience) {
            boolean interrupted = Thread.interrupted();
            boolean waiting = true;
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
}
