package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A MySQL, or a MariaDB, for a single test, which kills or suspends it. The server keeps its commits when its process is killed. If there is none,
 * the test is skipped with a message, or fails with {@code -Drequired=killable}.
 *
 * <p>The environment variables are {@code SNOWFLAKE_STOPPABLE_URL} and {@code SNOWFLAKE_STOPPABLE_PID}, or {@code
 * SNOWFLAKE_RESTARTABLE_URL}, {@code SNOWFLAKE_RESTARTABLE_PID_FILE} and {@code SNOWFLAKE_RESTART_COMMAND} (which returns when the
 * server responds); user and password are {@code test}.
 */
public interface KillableServer extends AutoCloseable {

    /** A server whose process a test suspends (SIGSTOP) and resumes. It cannot restart. */
    static KillableServer toStop() {
        return KillableServers.toStop();
    }

    /** A server whose process a test kills and restarts with its data. */
    static KillableServer toKill() {
        return KillableServers.toKill();
    }

    TestDatabase newDatabase();

    /** Sends SIGKILL and returns when the process has ended. */
    void kill() throws IOException;

    /** Restarts the server at the same address and returns when it responds. Does nothing if it runs. */
    void restart() throws IOException;

    /** Suspends all threads: connections stay open, and no request gets a response. */
    void hang();

    /** Ends {@link #hang}. */
    void resume();

    /** Suspends the server for that time. */
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

    /** Resumes the server, and stops it if the test has started it. */
    @Override
    void close();

    /** Sends a signal, such as {@code -STOP}, to a process of this machine. */
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
