package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.Sessions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of the next part while one is computed, so that they are in the server's memory by then.
 *
 * <p>A session that reads and hashes waits for the disk at every page of a table that several writers have filled, since its pages do not
 * lie in their order there. Where several sessions compute, some do while others wait, and this is not needed.
 */
final class ReadAhead implements AutoCloseable {

    /** Than the rows are computed: from memory they are read about ten times as fast, from a disk two or three times. */
    private static final int MUCH_FASTER = 6;

    private static final int PARTS_OF_REST = 16;

    private final Sessions sessions;
    private final RowQueries queries;
    private final List<RowPart> parts;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread reader = new Thread(work, "server-merge read-ahead");
        reader.setDaemon(true);
        return reader;
    });
    private @Nullable Future<?> reading;
    private volatile long readNanos;
    private long begunAt;
    private int resting;

    ReadAhead(Sessions sessions, RowQueries queries, List<RowPart> parts) {
        this.sessions = sessions;
        this.queries = queries;
        this.parts = parts;
    }

    /** Tells that a part is computed now; its number counts from 0. Called by one thread. */
    void begun(int part) {
        long now = System.nanoTime();
        boolean idle = reading == null || reading.isDone();
        if (reading != null && idle && resting == 0 && readNanos * MUCH_FASTER < now - begunAt) {
            // the rows were in memory anyway; look again later
            resting = PARTS_OF_REST;
        }
        begunAt = now;
        resting = Math.max(0, resting - 1);
        if (idle && resting == 0 && part + 1 < parts.size()) {
            RowPart next = parts.get(part + 1);
            reading = thread.submit(() -> {
                long start = System.nanoTime();
                read(next);
                readNanos = System.nanoTime() - start;
                return null;
            });
        }
    }

    /** What fails here fails again where the rows count. */
    private void read(RowPart part) throws SQLException {
        sessions.with(session -> {
            try (PreparedStatement select = queries.prepare(session, part, queries.count(part));
                    ResultSet row = select.executeQuery()) {
                return row.next();
            }
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
