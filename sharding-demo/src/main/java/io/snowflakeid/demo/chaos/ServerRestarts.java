package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs the user's command that restarts the database server, one at a time, on threads of its own. */
final class ServerRestarts implements AutoCloseable {

    private static final long SECONDS_ALLOWED = 60;

    private final @Nullable String command;
    private final Path log;
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable Process process;
    private volatile @Nullable Thread thread;

    /**
     * @param command for the shell; null for none
     * @param log gets what it says
     */
    ServerRestarts(@Nullable String command, Path log) {
        this.command = command;
        this.log = log;
    }

    /** Returns at once; does nothing while the last one is still at it. */
    void begin() {
        Thread last = thread;
        if (command != null && (last == null || !last.isAlive())) {
            Thread next = new Thread(() -> run(command), "restart");
            next.setDaemon(true);
            thread = next;
            next.start();
        }
    }

    private void run(String shellCommand) {
        runs.incrementAndGet();
        try {
            Process started = new ProcessBuilder("sh", "-c", shellCommand)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()))
                    .start();
            process = started;
            if (!started.waitFor(SECONDS_ALLOWED, TimeUnit.SECONDS) || started.exitValue() != 0) {
                failures.incrementAndGet();
            }
        } catch (IOException e) {
            failures.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    /** Waits for the last one. */
    void await() throws InterruptedException {
        Thread last = thread;
        if (last != null) {
            last.join();
        }
    }

    long runs() {
        return runs.get();
    }

    long failures() {
        return failures.get();
    }

    /** Ends a command that is still at it; what it has started in the background stays. */
    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }
}
