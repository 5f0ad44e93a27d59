package io.snowflakeid.merge.run;

import io.snowflakeid.merge.sql.Sessions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Reads the rows of the next parts while one is computed, so that they are in the server's memory by then.
 *
 * <p>A session that reads and hashes waits for the disk at every page of a table that several writers have filled, since its pages do not
 * lie in their order there; one that only reads waits as long, so two of them read. Where several sessions compute, some do while others
 * wait, and this is not needed.
 */
final class ReadAhead implements AutoCloseable {

    private static final int READERS = 2;

    /** Than the rows are computed: from memory they are read about ten times as fast, from a disk two or three times. */
    private static final int MUCH_FASTER = 6;

    private static final int PARTS_OF_REST = 16;
    private static final long UNKNOWN = Long.MAX_VALUE / MUCH_FASTER;

    private final Sessions sessions;
    private final RowQueries queries;
    private final List<RowPart> parts;
    private final ExecutorService readers = Executors.newFixedThreadPool(READERS, work -> {
        Thread reader = new Thread(work, "server-merge read-ahead");
        reader.setDaemon(true);
        return reader;
    });
    private volatile int computed = -1;
    private volatile long readNanos = UNKNOWN;
    private long begunAt = System.nanoTime();
    private int asked;
    private int resting;

    ReadAhead(Sessions sessions, RowQueries queries, List<RowPart> parts) {
        this.sessions = sessions;
        this.queries = queries;
        this.parts = parts;
    }

    /** Tells that a part is computed now; its number counts from 0. Called by one thread. */
    void begun(int part) {
        long now = System.nanoTime();
        if (resting == 0 && readNanos * MUCH_FASTER < now - begunAt) {
            // the rows were in memory anyway; look again later
            resting = PARTS_OF_REST;
            readNanos = UNKNOWN;
        }
        begunAt = now;
        computed = part;
        resting = Math.max(0, resting - 1);
        if (resting == 0) {
            int last = Math.min(part + READERS, parts.size() - 1);
            for (asked = Math.max(asked, part + 1); asked <= last; asked++) {
                int next = asked;
                readers.execute(() -> read(next));
            }
        }
    }

    private void read(int part) {
        if (part <= computed) {
            return; // too late
        }
        long start = System.nanoTime();
        try {
            read(parts.get(part));
            readNanos = System.nanoTime() - start;
        } catch (SQLException | RuntimeException e) {
            // what fails here fails again where the rows count
        }
    }

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
        readers.shutdownNow();
    }
}
