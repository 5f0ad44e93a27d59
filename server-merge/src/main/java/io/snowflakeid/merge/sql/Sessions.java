package io.snowflakeid.merge.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks in database sessions, and repeats a task if the connection is lost or a lock is not granted.
 *
 * <p>If the connection is lost during a commit, a repeated task may run after its changes are already committed. Each task must first check the
 * current state of the database. This class is thread-safe.
 *
 * @param seconds the number of seconds after the first failure during which a task is repeated
 * @param permission the check that runs before each task and each commit
 */
public record Sessions(Server server, int seconds, Permission permission) {

    private static final int VALIDATION_SECONDS = 5;

    public Sessions(Server server, int seconds) {
        this(server, seconds, () -> {});
    }

    @FunctionalInterface
    public interface Permission {
        /** Throws an exception if tasks and commits are no longer permitted. */
        void require() throws SQLException;
    }

    @FunctionalInterface
    public interface Task<T> {
        T run(Connection session) throws SQLException;
    }

    /** Runs a task in auto-commit mode. */
    public <T> T with(Task<T> task) throws SQLException {
        long firstFailure = 0;
        for (int tries = 1; ; tries++) {
            permission.require();
            try (Connection session = server.session()) {
                return run(task, session);
            } catch (SQLException e) {
                long now = System.nanoTime();
                firstFailure = tries == 1 ? now : firstFailure;
                if (!Failures.mayPass(e) || now - firstFailure >= TimeUnit.SECONDS.toNanos(seconds)) {
                    throw e;
                }
                pause(tries, e);
            }
        }
    }

    private static <T> T run(Task<T> task, Connection session) throws SQLException {
        try {
            return task.run(session);
        } catch (SQLException e) {
            // isValid makes the driver close a lost connection, so that the pool discards the connection
            throw session.isValid(VALIDATION_SECONDS) || Failures.mayPass(e)
                    ? e
                    : new SQLRecoverableException(e.getMessage(), "08006", e);
        }
    }

    /** Waits for a random time that increases with each attempt, up to about 3 s. */
    private static void pause(int tries, SQLException failure) throws SQLException {
        try {
            Thread.sleep(Math.min(3_000, (50L << Math.min(tries - 1, 6)) * (80 + System.nanoTime() % 40) / 100));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    /** Runs a task in one transaction. If the task fails, the pool rolls back the transaction. */
    public <T> T inTransaction(Task<T> task) throws SQLException {
        return with(session -> {
            session.setAutoCommit(false);
            T result = task.run(session);
            permission.require();
            session.commit();
            return result;
        });
    }

    public Dialect dialect() {
        return server.dialect();
    }
}
