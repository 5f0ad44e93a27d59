package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/** Stops processes and lets them go on, through the shell's own {@code kill}. */
final class Signals {

    private static final int SECONDS_ALLOWED = 5;

    private Signals() {}

    /**
     * Tries it out.
     *
     * @throws ChaosFailedException if this system has no such signals
     */
    static void require() {
        if (!send("CONT", ProcessHandle.current().pid())) {
            throw ChaosFailedException.ofUsage("this system (" + System.getProperty("os.name")
                    + ") has no shell with 'kill -STOP', so no process can be paused: run it on Linux or macOS");
        }
    }

    static boolean stop(long pid) {
        return send("STOP", pid);
    }

    static boolean goOn(long pid) {
        return send("CONT", pid);
    }

    private static boolean send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return kill.waitFor(SECONDS_ALLOWED, TimeUnit.SECONDS) && kill.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
