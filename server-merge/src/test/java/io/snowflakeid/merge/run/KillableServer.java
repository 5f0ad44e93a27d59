package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.testing.MySqlServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A MySQL that nobody else uses, where the environment names one: {@code SNOWFLAKE_RESTARTABLE_URL}, an empty database of it (user
 * and password {@code test}), {@code SNOWFLAKE_RESTARTABLE_PID_FILE}, which holds its process, and {@code
 * SNOWFLAKE_RESTART_COMMAND}, which starts it again and returns when it answers. It must keep every commit.
 */
final class KillableServer {

    private final String url;
    private final Path pidFile;
    private final String restartCommand;

    private KillableServer(String url, Path pidFile, String restartCommand) {
        this.url = url;
        this.pidFile = pidFile;
        this.restartCommand = restartCommand;
    }

    static KillableServer ofEnvironment() {
        Map<String, String> environment = System.getenv();
        String url = environment.get("SNOWFLAKE_RESTARTABLE_URL");
        String pidFile = environment.get("SNOWFLAKE_RESTARTABLE_PID_FILE");
        String restartCommand = environment.get("SNOWFLAKE_RESTART_COMMAND");
        if (url == null || pidFile == null || restartCommand == null) {
            String message = "no MySQL that may be killed: set SNOWFLAKE_RESTARTABLE_URL,"
                    + " SNOWFLAKE_RESTARTABLE_PID_FILE and SNOWFLAKE_RESTART_COMMAND";
            throw MySqlServers.withoutKillable(message);
        }
        return new KillableServer(url, Path.of(pidFile), restartCommand);
    }

    GameServers games(int count) {
        return GameServers.onMySql(count, url, "test", "test");
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws IOException, InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
        process.destroyForcibly();
        while (process.isAlive()) {
            Thread.sleep(5);
        }
    }

    /** What runs keeps running. */
    void restart() throws IOException, InterruptedException {
        Process restart = new ProcessBuilder("sh", "-c", restartCommand)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(restart.waitFor()).as(restartCommand).isZero();
    }

    /** Keeps everybody waiting for so long. */
    void stopFor(Duration time) throws IOException, InterruptedException {
        signal("-STOP");
        try {
            Thread.sleep(time.toMillis());
        } finally {
            signal("-CONT");
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", name, String.valueOf(pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private long pid() throws IOException {
        return Long.parseLong(Files.readString(pidFile).strip());
    }
}
