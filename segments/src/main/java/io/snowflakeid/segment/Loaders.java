package io.snowflakeid.segment;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Loads ranges in advance, and lets a call wait until a range is loaded. Each database has one daemon thread, so that a database that does not
 * answer delays no other database. All tags share the threads that load ranges.
 */
class Loaders implements AutoCloseable {

    private final List<SegmentIdSource> sources = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Thread> threads;
    private volatile boolean isClosed;

    Loaders(int databases) {
        threads = IntStream.range(0, databases).mapToObj(this::thread).toList();
        threads.forEach(Thread::start);
    }

    private Thread thread(int database) {
        Thread thread = new Thread(() -> run(database), "snowflake-segments-" + database);
        thread.setDaemon(true);
        return thread;
    }

    private void run(int database) {
        while (!isClosed) {
            long pause = Long.MAX_VALUE;
            for (SegmentIdSource source : sources) {
                pause = Math.min(pause, source.load(database));
            }
            if (pause > 0) {
                LockSupport.parkNanos(this, pause);
            }
        }
    }

    final void add(SegmentIdSource source) {
        sources.add(source);
        wake();
    }

    final void remove(SegmentIdSource source) {
        sources.remove(source);
        signal();
    }

    /** Wakes the calls that wait for a range. */
    final void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void wake() {
        threads.forEach(LockSupport::unpark);
    }

    /** Waits until the condition is true or the given nanoseconds have passed. An interrupt does not end the wait, and the interrupt flag is kept. */
    void await(BooleanSupplier ready, long nanos) {
        long end = System.nanoTime() + nanos;
        boolean interrupted = false;
        lock.lock();
        try {
            while (!ready.getAsBoolean() && System.nanoTime() - end < 0) {
                try {
                    changed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
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
    }

    /** Closes all sources, and ends the threads. */
    @Override
    public void close() {
        sources.forEach(SegmentIdSource::close);
        isClosed = true;
        wake();
    }
}
