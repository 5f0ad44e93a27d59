package io.snowflakeid.testing.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A MySQL, else a MariaDB, for one test alone, which kills or stops it. It keeps its commits when its process is killed. Where none
 * can be had the test is skipped, and says so; with {@code -Drequired=killable} it fails.
 *
 * <p>Given by the environment, it is {@code SNOWFLAKE_STOPPABLE_URL} and {@code SNOWFLAKE_STOPPABLE_PID}, or {@code
 * SNOWFLAKE_RESTARTABLE_URL}, {@code SNOWFLAKE_RESTARTABLE_PID_FILE} and {@code SNOWFLAKE_RESTART_COMMAND} (which returns when the
 * server answers); user and password are {@code test}.
 */
public interface KillableServer extends AutoCloseable {

    /** One whose process is stopped (SIGSTOP) and goes on; it need not restart. */
    static KillableServer toStop() {
        return KillableServers.toStop();
    }

    /** One whose process is killed and starts again on its data. */
    static KillableServer toKill() {
        return KillableServers.toKill();
    }

    TestDatabase newDatabase();

    /** SIGKILL; returns when the process is gone. */
    void kill() throws IOException;

    /** Starts it again at the same address; returns when it answers. Nothing happens if it runs. */
    void restart() throws IOException;

    /** Stops all its threads: connections stay open, and no request is answered. */
    void hang();

    /** Ends {@link #hang}. */
    void goOn();

    /** Keeps all its clients waiting for so long. */
    default void hangFor(Duration time) {
        hang();
        try {
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        } finally {
            goOn();
        }
    }

    /** Lets it go on, and ends it if the test began it. */
    @Override
    void close();

    /** Sends a signal, as in {@code -STOP}, to a process of this machine. */
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
