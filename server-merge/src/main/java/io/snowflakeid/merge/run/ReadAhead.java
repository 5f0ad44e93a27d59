package io.snowflakeid.merge.run;

import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * Reads the rows of the next part while one is computed, so that they are in the server's memory by then.
 *
 * <p>A session that reads and hashes waits for the disk at every page of a table that several writers have filled, since its pages do not
 * lie in their order there. Where several sessions compute, some do while others wait, and this is not needed.
 */
final class ReadAhead implements AutoCloseable {

    /** So many parts are computed before it is tried again whether rows are in memory. */
    static final int PARTS_OF_REST = 16;

    /** A part that is read so many times as fast as it is computed was in memory already; from a disk it is two or three times. */
    private static final int FASTER_IN_MEMORY = 6;

    private static final long UNKNOWN = Long.MAX_VALUE / FASTER_IN_MEMORY;

    private final int parts;
    private final Reader reader;
    private final LongSupplier nanoTime;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread reading = new Thread(work, "server-merge read-ahead");
        reading.setDaemon(true);
        return reading;
    });
    private volatile int computed;
    private volatile long readNanos = UNKNOWN;
    private long begunAt;
    private int resting;

    /** Reads all rows of a part, whose number counts from 0, and forgets them; one at a time. */
    @FunctionalInterface
    interface Reader {
        void read(int part) throws SQLException;
    }

    ReadAhead(int parts, Reader reader) {
        this(parts, reader, System::nanoTime);
    }

    ReadAhead(int parts, Reader reader, LongSupplier nanoTime) {
        this.parts = parts;
        this.reader = reader;
        this.nanoTime = nanoTime;
        begunAt = nanoTime.getAsLong();
    }

    /** Tells that a part is computed now; its number counts from 0, and is greater than the one before. Called by one thread. */
    void begun(int part) {
        long now = nanoTime.getAsLong();
        computed = part;
        if (resting > 0) {
            resting--;
        } else if (readNanos * FASTER_IN_MEMORY < now - begunAt) {
            resting = PARTS_OF_REST;
            readNanos = UNKNOWN;
        }
        begunAt = now;
        if (resting == 0 && part + 1 < parts) {
            thread.execute(() -> read(part + 1));
        }
    }

    private void read(int part) {
        if (part <= computed) {
            return; // too late
        }
        long start = nanoTime.getAsLong();
        try {
            reader.read(part);
            readNanos = nanoTime.getAsLong() - start;
        } catch (SQLException | RuntimeException e) {
            // what fails here fails again where the rows count
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
