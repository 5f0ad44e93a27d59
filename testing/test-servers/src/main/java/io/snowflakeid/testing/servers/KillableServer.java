package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A MySQL or MariaDB server for a single test that kills or suspends the server. The server keeps committed data when its process is killed. If no
 * MySQL or MariaDB server is available, the test is skipped with a message, or fails with {@code -Drequired=killable}.
 *
 * <p>To name a server, set {@code SNOWFLAKE_STOPPABLE_URL} and {@code SNOWFLAKE_STOPPABLE_PID}, or set {@code SNOWFLAKE_RESTARTABLE_URL},
 * {@code SNOWFLAKE_RESTARTABLE_PID_FILE} and {@code SNOWFLAKE_RESTART_COMMAND}. The restart command must return when the server responds. User and
 * password must be {@code test}.
 */
public interface KillableServer extends AutoCloseable {

    /** Returns a server whose process a test can suspend (SIGSTOP) and resume. The returned server cannot be restarted. */
    static KillableServer toStop() {
        return KillableServers.toStop();
    }

    /** Returns a server whose process a test can kill and restart with its data. */
    static KillableServer toKill() {
        return KillableServers.toKill();
    }

    TestDatabase newDatabase();

    /** Sends SIGKILL, and returns when the process has ended. */
    void kill() throws IOException;

    /** Restarts the server at the same address, and returns when the server responds. This method does nothing if the server is running. */
    void restart() throws IOException;

    /** Suspends all threads of the server, so that open connections get no response. */
    void hang();

    /** Resumes the threads that {@link #hang} has suspended. */
    void resume();

    /** Suspends the server for a duration. */
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

    /** Resumes the server, and stops the server if the test has started it. */
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
