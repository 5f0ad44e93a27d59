package io.snowflakeid.demo.orders;

import io.snowflakeid.NoIdAvailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows which databases are lost, so that only the first order in a while waits for one, and all others are refused at once. For
 * one thread.
 */
final class Outages {

    /** A lost database is left alone that long before it is asked again; so its pool stops asking, and starts afresh. */
    static final long NANOS_BETWEEN_TRIES = TimeUnit.SECONDS.toNanos(2);

    private final LongSupplier nanoTime;
    private final Map<Integer, Outage> outages = new HashMap<>();

    private record Outage(long sinceNanos, Throwable cause) {}

    /** @param nanoTime a monotonic clock, as {@link System#nanoTime} */
    Outages(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Does work that needs this database and no other one.
     *
     * @throws DatabaseLostException if the database cannot be reached, now or a moment ago; the work was not done, or is rolled
     *     back, unless the connection broke in the midst of a commit
     */
    void reach(int database, Runnable work) {
        Outage outage = outages.get(database);
        if (outage != null && nanoTime.getAsLong() - outage.sinceNanos < NANOS_BETWEEN_TRIES) {
            throw new DatabaseLostException(database, outage.cause);
        }
        try {
            work.run();
            outages.remove(database);
        } catch (RuntimeException e) {
            SQLException lost = connectionLoss(e);
            if (lost == null) {
                throw e;
            }
            outages.put(database, new Outage(nanoTime.getAsLong(), lost));
            throw new DatabaseLostException(database, lost);
        }
    }

    /** Asks each of them again when it is next needed. */
    void forget() {
        outages.clear();
    }

    /** The exception that says that a connection is broken or could not be had, unless it is the ledger's. */
    private static @Nullable SQLException connectionLoss(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoIdAvailableException) {
                return null;
            }
            if (cause instanceof SQLException failure) {
                return connectionLossAmong(failure);
            }
        }
        return null;
    }

    /** ShardingSphere reports a commit that failed by an exception without a word, with the driver's chained to it. */
    private static @Nullable SQLException connectionLossAmong(SQLException chain) {
        for (Throwable each : chain) {
            if (each instanceof SQLException failure && isConnectionLoss(failure)) {
                return failure;
            }
        }
        return null;
    }

    /** Class 08 of SQL:2003 is about connections; a pool that has none in time may say so by the type alone. */
    private static boolean isConnectionLoss(SQLException e) {
        return String.valueOf(e.getSQLState()).startsWith("08")
                || e instanceof SQLTransientConnectionException
                || e instanceof SQLNonTransientConnectionException;
    }
}
