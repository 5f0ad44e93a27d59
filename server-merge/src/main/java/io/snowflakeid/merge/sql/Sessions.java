package io.snowflakeid.merge.sql;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.time.Duration;

/**
 * Work on the server that is tried again when the connection is lost or a lock was not had, for a bounded time.
 *
 * <p>A task may have taken effect although it failed: a commit whose answer was lost. So it has to look first how far it is.
 * Thread-safe.
 */
public final class Sessions {

    private static final int MOST_DEADLOCKS = 100;
    private static final int VALIDATION_SECONDS = 5;

    private final Server server;
    private final Duration patience;
    private final Permission permission;

    /** Tries again for so long. */
    public Sessions(Server server, Duration patience) {
        this(server, patience, new Permission() {});
    }

    /** Asks before each task and each commit whether work may go on. */
    public Sessions(Server server, Duration patience, Permission permission) {
        this.server = server;
        this.patience = patience;
        this.permission = permission;
    }

    /** To go on. Each method throws if it is not given any more. */
    public interface Permission {
        /** Asked before a session is had. */
        default void require() throws SQLException {}

        /** Asked of a session; right before a commit, it locks what a revocation would have to change. */
        default void require(Connection session) throws SQLException {}
    }

    private RetryPolicy<Object> policy(Attempts attempts) {
        return RetryPolicy.builder()
                .handleIf(failure -> failure instanceof SQLException sql && mayPass(sql) && attempts.mayGoOn())
                .withBackoff(Duration.ofMillis(50), Duration.ofSeconds(3), 2)
                .withJitter(0.2)
                .withMaxRetries(MOST_DEADLOCKS)
                .build();
    }

    /**
     * Patience is measured from a failure on, not from the beginning of a statement that may have worked for an hour. A session that
     * is not had is no such statement, however long it is waited for.
     */
    private final class Attempts {
        private long begun;
        private boolean begins;
        private long firstFailure;
        private boolean failed;

        void begin() {
            begun = System.nanoTime();
            begins = true;
        }

        boolean mayGoOn() {
            long now = System.nanoTime();
            if (!failed || (begins && now - begun > patience.toNanos())) {
                failed = true;
                firstFailure = now;
            }
            begins = false;
            return now - firstFailure < patience.toNanos();
        }
    }

    private boolean mayPass(SQLException failure) {
        return failure instanceof SQLRecoverableException || server.dialect().mayPass(failure);
    }

    /** Work in a session. */
    @FunctionalInterface
    public interface Task<T> {
        /** Does it. */
        T run(Connection session) throws SQLException;
    }

    /** In auto-commit mode. */
    public <T> T with(Task<T> task) throws SQLException {
        Attempts attempts = new Attempts();
        try {
            return Failsafe.with(policy(attempts)).get(() -> attempt(task, attempts));
        } catch (FailsafeException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw e;
        }
    }

    private <T> T attempt(Task<T> task, Attempts attempts) throws SQLException {
        permission.require();
        try (Connection session = server.session()) {
            attempts.begin();
            try {
                permission.require(session);
                return task.run(session);
            } catch (SQLException e) {
                throw named(session, e);
            }
        }
    }

    /** What the driver says of a statement whose connection was lost under it does not always tell so. */
    private SQLException named(Connection session, SQLException failure) {
        return mayPass(failure) || alive(session)
                ? failure
                : new SQLRecoverableException("the connection was lost: " + failure.getMessage(), "08006", failure);
    }

    private static boolean alive(Connection session) {
        try {
            return session.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** In a transaction. */
    public <T> T inTransaction(Task<T> task) throws SQLException {
        return with(session -> {
            session.setAutoCommit(false);
            try {
                T result = task.run(session);
                permission.require(session);
                session.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(session, e);
                throw e;
            }
        });
    }

    private static void rollback(Connection session, Exception reason) {
        try {
            session.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** What its kind of database needs. */
    public Dialect dialect() {
        return server.dialect();
    }

    /** The server. */
    public Server server() {
        return server;
    }
}
