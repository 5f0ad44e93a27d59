package io.snowflakeid;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Where callers wait until something about the lease has changed. Thread-safe. */
final class WindowCondition {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    WindowCondition(TimeSource time) {
        this.time = time;
    }

    /** Something has changed: all look again. */
    void signalAll() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits while the condition holds, for so long at most. An interrupt does not end the wait, which is bounded; the flag is set again.
     *
     * @return how long that took, in nanoseconds
     */
    long whileTrue(BooleanSupplier condition, long atMostNanos) {
        long start = time.nanos();
        boolean interrupted = false;
        // a clock that stands still must not hold the caller for ever
        long reallyWaited = 0;
        lock.lock();
        try {
            while (condition.getAsBoolean() && Math.max(reallyWaited, time.nanos() - start) < atMostNanos) {
                long slice = Math.min(atMostNanos, LOOK_AGAIN_NANOS);
                try {
                    reallyWaited += slice - changed.awaitNanos(slice);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return Math.max(reallyWaited, time.nanos() - start);
    }
}
