package io.snowflakeid.demo.chaos;

import io.snowflakeid.demo.chaos.IdMaker.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Makes ids in bursts, and rests between them so that no more are made than wanted. */
final class MakerThread extends Thread {

    private static final int BURST = 1_000;
    private static final int BURST_UNDER_FAKE_CLOCK = 100;
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long REST_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_ARREARS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RESTING = Long.MIN_VALUE;

    private final Ids ids;
    private final boolean byBatches;
    private final int burst;
    private final double nanosPerId;
    private final Path file;
    private final Diary diary;
    private final LongAdder failedCalls;
    private final Random random = new Random();
    private volatile boolean stopped;
    private volatile long wantsIdsSince = RESTING;
    private volatile @Nullable Throwable failure;
    private @Nullable IdFile written;

    /** @param byBatches whether it sets ids aside and then takes them, or asks for one at a time */
    MakerThread(
            int number,
            Ids ids,
            boolean byBatches,
            boolean fakeClock,
            double idsPerSecond,
            Path file,
            Diary diary,
            LongAdder failedCalls) {
        super("maker " + number);
        this.ids = ids;
        this.byBatches = byBatches;
        this.file = file;
        this.diary = diary;
        this.failedCalls = failedCalls;
        burst = fakeClock ? BURST_UNDER_FAKE_CLOCK : BURST;
        nanosPerId = 1e9 / idsPerSecond;
        setDaemon(true);
    }

    void endSoon() {
        stopped = true;
    }

    /** Why it ended by itself; null if it did not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try (IdFile out = IdFile.create(file)) {
            written = out;
            makeAll();
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void makeAll() throws IOException {
        long due = System.nanoTime();
        while (!stopped) {
            long now = System.nanoTime();
            if (due > now) {
                LockSupport.parkNanos(due - now);
                continue;
            }
            int count = 1 + random.nextInt(2 * burst);
            due = Math.max(due, now - LONGEST_ARREARS_NANOS) + (long) (count * nanosPerId);
            makeBurst(count, now);
        }
    }

    private int left;

    private void makeBurst(int count, long begin) throws IOException {
        left = count;
        wantsIdsSince = begin;
        while (left > 0 && !stopped) {
            try {
                if (byBatches) {
                    ids.take(left, this::add);
                } else {
                    add(ids.nextId());
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (Exception e) {
                failedCalls.increment();
                diary.failure(e);
                LockSupport.parkNanos(REST_AFTER_FAILURE_NANOS);
            }
        }
        wantsIdsSince = RESTING;
        writeStall(begin);
    }

    private void add(long id) {
        IdFile out = written;
        if (out == null) {
            throw new IllegalStateException("the thread has no file yet");
        }
        try {
            out.add(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        left--;
    }

    private void writeStall(long begin) throws IOException {
        long end = System.nanoTime();
        if (end - begin >= STALL_NANOS) {
            diary.stall(begin, end);
        }
    }

    /** Also writes down a stall that is not over: the process may be killed within it. */
    void writePresentStall() throws IOException {
        long since = wantsIdsSince;
        if (since != RESTING) {
            writeStall(since);
        }
    }
}
