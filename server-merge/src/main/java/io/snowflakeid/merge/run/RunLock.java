package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lock of the server that keeps a second run away from a target. It ends with the session that has it, so that session is
 * asked every second. In between, the count of the calls of the run is the fence: each transaction reads it, with a lock, before it
 * commits, and a run that is called counts first.
 *
 * <p>A lock that went with its session (it was killed, the server was restarted) is taken again, if nobody else has it and nobody
 * has gone on with the run in between. All work waits for that. Otherwise all work is refused from then on.
 */
final class RunLock implements Sessions.Permission, AutoCloseable {

    private static final long WATCH_MILLIS = 1_000;

    private final Server server;
    private final String target;
    private final String name;
    private final Duration patience;
    private final Thread watcher = new Thread(this::watch, "server-merge lock");
    private Sessions.Task<Boolean> nobodyWentOn = session -> true;
    private Connection session;
    private long number;
    private boolean closed;
    private @Nullable String lost;
    private @Nullable SQLException serverGone;

    private RunLock(Server server, String target, Duration patience, Connection session, String name)
            throws SQLException {
        this.server = server;
        this.target = target;
        this.patience = patience;
        this.session = session;
        this.name = name;
        number = server.dialect().sessionNumber(session);
        watcher.setDaemon(true);
    }

    /**
     * Takes it.
     *
     * @throws MergeRefusedException if another run has it
     */
    static RunLock take(Server server, String target, Duration patience) throws SQLException {
        String name = "snowflakeid server-merge into " + target;
        Connection session = server.session();
        try {
            if (!server.dialect().lock(session, name)) {
                throw new MergeRefusedException(
                        "another run is merging into " + target + " right now: wait until it ends, or stop it");
            }
            RunLock lock = new RunLock(server, target, patience, session, name);
            lock.watcher.start();
            return lock;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Once the run is noted in the target: how to tell that nobody else has gone on with it. */
    synchronized void goOnOnlyIf(Sessions.Task<Boolean> nobodyWentOn) {
        this.nobodyWentOn = nobodyWentOn;
    }

    /**
     * And while nobody has gone on with the run.
     *
     * @param worker a session of the run; if it is in a transaction, nobody goes on with the run before that has ended
     * @throws MergeRefusedException if another run has it, or has gone on
     * @throws SQLException if the server was away for too long
     */
    @Override
    public void require(Connection worker) throws SQLException {
        if (!neverLost().run(worker)) {
            throw new MergeRefusedException(lostToAnother());
        }
    }

    /**
     * Waits while it is being taken again.
     *
     * @throws MergeRefusedException if another run has it
     * @throws SQLException if the server was away for too long
     */
    @Override
    public void require() throws SQLException {
        neverLost();
    }

    private synchronized Sessions.Task<Boolean> neverLost() throws SQLException {
        if (lost != null) {
            throw new MergeRefusedException(lost);
        }
        if (serverGone != null) {
            throw new SQLException(serverGone.getMessage(), serverGone);
        }
        return nobodyWentOn;
    }

    private String lostToAnother() {
        return "this run lost its lock on " + target
                + ", and another run has gone on with it since: leave it to that one, or call run again";
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(WATCH_MILLIS);
                synchronized (this) {
                    if (ended()) {
                        return;
                    }
                    check();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ended() {
        return closed || lost != null || serverGone != null;
    }

    private synchronized void check() {
        if (ended()) {
            return;
        }
        try {
            Long holder = server.dialect().lockHolder(session, name);
            if (holder == null || holder != number) {
                takeAgain();
            }
        } catch (SQLException e) {
            takeAgain();
        }
    }

    private synchronized void takeAgain() {
        long start = System.nanoTime();
        SQLException reason = new SQLException("the old session still has it");
        do {
            try {
                session.close();
                Connection fresh = server.session();
                session = fresh;
                if (server.dialect().lock(fresh, name)) {
                    number = server.dialect().sessionNumber(fresh);
                    if (!nobodyWentOn.run(fresh)) {
                        lost = lostToAnother();
                    }
                    return;
                }
                Long holder = server.dialect().lockHolder(fresh, name);
                if (holder != null && holder != number) {
                    lost = "this run lost its lock on " + target
                            + ", and another run has taken it: leave it to that one";
                    return;
                }
            } catch (SQLException e) {
                reason = e;
            }
            pause();
        } while (!Thread.currentThread().isInterrupted() && System.nanoTime() - start < patience.toNanos());
        serverGone = new SQLException(
                "this run lost its lock on " + target + " and could not take it again within " + patience.toSeconds()
                        + " s: " + reason.getMessage(),
                reason);
    }

    private static void pause() {
        try {
            Thread.sleep(100);
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
