package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A session of its own for locks that end with it. It is checked every second. Where it was lost (it was killed, the server was
 * restarted), the locks are taken again in a new one, and whoever calls {@link #require} waits for that. Thread-safe.
 */
final class HeldSession implements AutoCloseable {

    private static final long CHECK_MILLIS = 1_000;
    private static final long PAUSE_MILLIS = 100;

    private final Server server;
    private final String lost;
    private final Locks locks;
    private final Duration patience;
    private final Thread watcher;
    private Connection session;
    private long number;
    private boolean closed;
    private @Nullable RuntimeException refused;
    private @Nullable SQLException serverGone;

    /** What a session holds. */
    interface Locks {

        /**
         * Takes the locks.
         *
         * @return whether they are had; false if it is worth another try in a new session
         * @throws MergeRefusedException if they must not be had again
         */
        boolean take(Connection session) throws SQLException;

        /** Whether the session still holds them. */
        boolean held(Connection session) throws SQLException;

        /**
         * Called in a new session that holds the locks again, before work goes on.
         *
         * @throws MergeRefusedException if work must not go on
         */
        void takenAgain(Connection session) throws SQLException;
    }

    private HeldSession(Server server, String name, String lost, Locks locks, Duration patience, Connection session) {
        this.server = server;
        this.lost = lost;
        this.locks = locks;
        this.patience = patience;
        this.session = session;
        watcher = new Thread(this::watch, name);
        watcher.setDaemon(true);
    }

    /**
     * Takes the locks once.
     *
     * @param name of the thread that checks them
     * @param lost what it means that they were lost, as the beginning of a message
     * @param patience how long they are tried to be taken again
     * @throws MergeRefusedException as {@link Locks#take} throws it
     * @throws SQLException if they were not had
     */
    static HeldSession take(Server server, String name, String lost, Locks locks, Duration patience)
            throws SQLException {
        Connection session = server.ownSession();
        try {
            if (!locks.take(session)) {
                throw new SQLException("the lock was not had at the first try");
            }
            HeldSession held = new HeldSession(server, name, lost, locks, patience, session);
            held.number = server.dialect().sessionNumber(session);
            held.watcher.start();
            return held;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /**
     * Waits while the locks are being taken again.
     *
     * @throws MergeRefusedException if work must not go on
     * @throws SQLException if the server was away for too long
     */
    synchronized void require() throws SQLException {
        if (refused != null) {
            throw new MergeRefusedException(String.valueOf(refused.getMessage()));
        }
        if (serverGone != null) {
            throw new SQLException(serverGone.getMessage(), serverGone);
        }
    }

    /** By which the server knows the session. */
    synchronized long number() {
        return number;
    }

    private void watch() {
        try {
            while (check()) {
                Thread.sleep(CHECK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean check() {
        if (!closed && !stillHeld()) {
            try {
                takeAgain();
            } catch (RuntimeException e) {
                refused = e;
            }
        }
        return !closed && refused == null && serverGone == null;
    }

    private boolean stillHeld() {
        try {
            return locks.held(session);
        } catch (SQLException e) {
            return false;
        }
    }

    private void takeAgain() {
        long start = System.nanoTime();
        SQLException reason = new SQLException("the old session still has it");
        do {
            try {
                session.close();
                session = server.ownSession();
                number = server.dialect().sessionNumber(session);
                if (locks.take(session)) {
                    locks.takenAgain(session);
                    return;
                }
            } catch (SQLException e) {
                reason = e;
            }
            pause();
        } while (!Thread.currentThread().isInterrupted() && System.nanoTime() - start < patience.toNanos());
        serverGone = new SQLException(
                lost + " and could not take it again within " + patience.toSeconds() + " s: " + reason.getMessage(),
                reason);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        watcher.interrupt();
        synchronized (this) {
            closed = true;
            session.close();
        }
    }
}
