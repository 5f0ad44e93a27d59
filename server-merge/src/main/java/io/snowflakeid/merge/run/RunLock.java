package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.sql.Dialect;
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
 * <p>A lock that went with its session is taken again, if nobody else has it and nobody has gone on with the run in between. All
 * work waits for that. Otherwise all work is refused from then on.
 */
final class RunLock implements Sessions.Permission, AutoCloseable {

    private final HeldSession session;
    private final NamedLock lock;

    private RunLock(HeldSession session, NamedLock lock) {
        this.session = session;
        this.lock = lock;
    }

    /**
     * Takes it.
     *
     * @throws MergeRefusedException if another run has it
     */
    static RunLock take(Server server, String target, Duration patience) throws SQLException {
        NamedLock lock = new NamedLock(server.dialect(), target);
        return new RunLock(HeldSession.take(server, "server-merge lock", lock.lost(), lock, patience), lock);
    }

    /**
     * Once the run is noted in the target: how to tell that nobody else has gone on with it.
     *
     * @param fence in a transaction of the run, with a lock that keeps others from going on until it has ended
     * @param look in the session that has taken the lock of the server again, without a lock: a transaction that is about to end
     *     the run has locked the same row, and waits for that session
     */
    void goOnOnlyIf(Sessions.Task<Boolean> fence, Sessions.Task<Boolean> look) {
        lock.fence = fence;
        lock.look = look;
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
        session.require();
        lock.requireNobodyWentOn(lock.fence, worker);
    }

    /**
     * Waits while it is being taken again.
     *
     * @throws MergeRefusedException if another run has it
     * @throws SQLException if the server was away for too long
     */
    @Override
    public void require() throws SQLException {
        session.require();
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }

    private static final class NamedLock implements HeldSession.Locks {

        private final Dialect dialect;
        private final String target;
        private final String name;
        private volatile Sessions.Task<Boolean> fence = session -> true;
        private volatile Sessions.Task<Boolean> look = session -> true;

        /** Of the session that had it last. */
        private @Nullable Long number;

        NamedLock(Dialect dialect, String target) {
            this.dialect = dialect;
            this.target = target;
            name = "snowflakeid server-merge into " + target;
        }

        String lost() {
            return "this run lost its lock on " + target;
        }

        /** The former session may have it for a while, though it was lost. */
        @Override
        public boolean take(Connection session) throws SQLException {
            if (dialect.lock(session, name)) {
                number = dialect.sessionNumber(session);
                return true;
            }
            if (number == null) {
                throw new MergeRefusedException(
                        "another run is merging into " + target + " right now: wait until it ends, or stop it");
            }
            Long holder = dialect.lockHolder(session, name);
            if (holder != null && !holder.equals(number)) {
                throw new MergeRefusedException(lost() + ", and another run has taken it: leave it to that one");
            }
            return false;
        }

        @Override
        public boolean held(Connection session) throws SQLException {
            Long holder = dialect.lockHolder(session, name);
            return holder != null && holder.equals(number);
        }

        @Override
        public void takenAgain(Connection session) throws SQLException {
            requireNobodyWentOn(look, session);
        }

        private void requireNobodyWentOn(Sessions.Task<Boolean> nobodyWentOn, Connection session) throws SQLException {
            if (!nobodyWentOn.run(session)) {
                throw new MergeRefusedException(lost()
                        + ", and another run has gone on with it since: leave it to that one, or call run again");
            }
        }
    }
}
