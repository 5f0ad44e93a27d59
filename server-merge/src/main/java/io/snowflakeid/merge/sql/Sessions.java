package io.snowflakeid.merge.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.concurrent.TimeUnit;

/**
 * Work on the server that is tried again when the connection is lost or a lock was not had, for a bounded time.
 *
 * <p>A task may have taken effect although it failed: a commit whose answer was lost. So it has to look first how far it is.
 * Thread-safe.
 *
 * @param seconds for which it is tried again
 * @param permission which is asked before each task and each commit
 */
public record Sessions(Server server, int seconds, Permission permission) {

    private static final int VALIDATION_SECONDS = 5;

    /** Work that nothing stops. */
    public Sessions(Server server, int seconds) {
        this(server, seconds, () -> {});
    }

    @FunctionalInterface
    public interface Permission {
        /** Throws if it is not given any more; then the work ends. */
        void require() throws SQLException;
    }

    @FunctionalInterface
    public interface Task<T> {
        T run(Connection session) throws SQLException;
    }

    /**
     * In auto-commit mode. Patience is measured from the first failure on, not from the beginning of a statement that may have worked for
     * an hour.
     */
    public <T> T with(Task<T> task) throws SQLException {
        long patience = TimeUnit.SECONDS.toNanos(seconds);
        long firstFailure = 0;
        for (int tries = 1; ; tries++) {
            permission.require();
            SQLException failure;
            try (Connection session = server.session()) {
                try {
                    return task.run(session);
                } catch (SQLException e) {
                    // the driver closes a lost connection when it is asked, so that the pool does not hand it out again
                    throw session.isValid(VALIDATION_SECONDS) || Failures.mayPass(e)
                            ? e
                            : new SQLRecoverableException(e.getMessage(), "08006", e);
                }
            } catch (SQLException e) {
                failure = e;
            }
            long now = System.nanoTime();
            firstFailure = tries == 1 ? now : firstFailure;
            if (!Failures.mayPass(failure) || now - firstFailure >= patience) {
                throw failure;
            }
            pause(tries, failure);
        }
    }

    /** Longer each time, up to 3 s, and of different lengths for sessions that blocked each other. */
    private static void pause(int tries, SQLException failure) throws SQLException {
        try {
            Thread.sleep(Math.min(3_000, (50L << Math.min(tries - 1, 6)) * (80 + System.nanoTime() % 40) / 100));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /** In one transaction. The pool undoes what is not committed when a session is closed. */
    public <T> T inTransaction(Task<T> task) throws SQLException {
        return with(session -> {
            session.setAutoCommit(false);
            T result = task.run(session);
            permission.require();
            session.commit();
            return result;
        });
    }

    /** What its kind of database needs. */
    public Dialect dialect() {
        return server.dialect();
    }
}
