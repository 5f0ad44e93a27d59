package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.IdMaker.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Generates ids in bursts, with pauses that limit the rate. */
final class MakerThread extends Thread {

    static final int THREADS = 2;

    private static final int BURST = 1_000;
    private static final int BURST_UNDER_FAKE_CLOCK = 100;
    private static final long FAILURE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE = Long.MIN_VALUE;

    private final int number;
    private final Ids ids;
    private final WriterTask task;
    private final ClockWatch clock;
    private final Consumer<Exception> failures;
    private final Random random = new Random();
    private volatile boolean stopped;
    private volatile long wantsIdsSince = IDLE;
    private volatile long longestStallNanos;
    private int left;

    /** @param number the index of the thread; odd threads reserve batches, and even threads get single ids */
    MakerThread(int number, Ids ids, WriterTask task, ClockWatch clock, Consumer<Exception> failures) {
        super("maker " + number);
        this.number = number;
        this.ids = ids;
        this.task = task;
        this.clock = clock;
        this.failures = failures;
        setDaemon(true);
    }

    void requestStop() {
        stopped = true;
    }

    @Override
    public void run() {
        try (IdFile out = new IdFile(task.ids(number))) {
            makeAll(out);
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Generates at least one id, so that a process that replaces a killed one at the end of a run is compared, too. */
    private void makeAll(IdFile out) {
        int burst = task.fakeClock() ? BURST_UNDER_FAKE_CLOCK : BURST;
        double nanosPerId = 1e9 * THREADS / task.idsPerSecond();
        long due = System.nanoTime();
        do {
            long now = System.nanoTime();
            if (due > now) {
                LockSupport.parkNanos(due - now);
                continue;
            }
            left = 1 + random.nextInt(2 * burst);
            due = Math.max(due, now - LONGEST_DELAY_NANOS) + (long) (left * nanosPerId);
            wantsIdsSince = clock.runningNanos();
            do {
                make(out);
            } while (left > 0 && !stopped);
            longestStallNanos = longestStallNanos();
            wantsIdsSince = IDLE;
        } while (!stopped);
    }

    private void make(IdFile out) {
        try {
            if (number % 2 == 1) {
                ids.take(left, id -> add(id, out));
            } else {
                add(ids.nextId(), out);
            }
        } catch (UncheckedIOException e) {
            throw e;
        } catch (Exception e) {
            failures.accept(e);
            LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
        }
    }

    private void add(long id, IdFile out) {
        out.add(id);
        left--;
    }

    /** Returns the longest time of a burst, including the current burst, because the process may be killed in a burst. */
    long longestStallNanos() {
        long since = wantsIdsSince;
        return since == IDLE ? longestStallNanos : Math.max(longestStallNanos, clock.runningNanos() - since);
    }
}
