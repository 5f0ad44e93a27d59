package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A MySQL or MariaDB server that a test can kill or suspend. The server keeps committed data when its process is killed. If no server is available,
 * the test is skipped, or fails with {@code -Drequired=killable}.
 *
 * <p>The environment variables {@code SNOWFLAKE_STOPPABLE_URL} and {@code SNOWFLAKE_STOPPABLE_PID} select a server to suspend. The environment
 * variables {@code SNOWFLAKE_RESTARTABLE_URL}, {@code SNOWFLAKE_RESTARTABLE_PID_FILE} and {@code SNOWFLAKE_RESTART_COMMAND} select a server to kill.
 * The restart command must wait until the server responds. A selected server must accept the user {@code test} with the password {@code test}.
 */
public interface KillableServer extends AutoCloseable {

    /** Returns a server that a test can suspend (SIGSTOP) and resume. A test must not kill a server that {@code toStop} returned. */
    static KillableServer toStop() {
        return KillableServers.toStop();
    }

    /** Returns a server that a test can kill and restart. A restart does not delete the data. */
    static KillableServer toKill() {
        return KillableServers.toKill();
    }

    TestDatabase newDatabase();

    /** Sends SIGKILL to the server process, and waits until the process has ended. */
    void kill() throws IOException;

    /** Restarts the server at the same address unless the server is running, and waits until the server responds. */
    void restart() throws IOException;

    /** Suspends the server process, so that clients get no response. */
    void hang();

    /** Resumes the server process after a call of {@link #hang}. */
    void resume();

    /** Suspends the server process for the given duration, and then resumes the process. */
    default void hangFor(Duration time) {
        hang();
        try {
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        } finally {
            resume();
        }
    }

    /** Resumes a suspended server. The method stops the server if this object has started the server. */
    @Override
    void close();

    /** Sends a signal, such as {@code -STOP}, to a local process. */
    static void signal(String name, long pid) {
        try {
            int exit = new ProcessBuilder("kill", name, String.valueOf(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new AssertionError("kill " + name + " " + pid + " ended with " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while process " + pid + " was signalled", e);
        }
    }
}
