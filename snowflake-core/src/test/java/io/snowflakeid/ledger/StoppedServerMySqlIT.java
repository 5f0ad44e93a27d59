package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.MySqlServers;
import java.io.IOException;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * With a real server that is stopped by SIGSTOP, where the environment names one that nobody else uses: {@code
 * SNOWFLAKE_STOPPABLE_URL}, an empty database of it (user and password {@code test}), and {@code SNOWFLAKE_STOPPABLE_PID}, its
 * process.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
class StoppedServerMySqlIT extends ServerOutage {

    @Override
    Server newServer() {
        String url = System.getenv("SNOWFLAKE_STOPPABLE_URL");
        String pid = System.getenv("SNOWFLAKE_STOPPABLE_PID");
        if (url == null || pid == null) {
            String message = "no MySQL that may be stopped: set SNOWFLAKE_STOPPABLE_URL and SNOWFLAKE_STOPPABLE_PID";
            throw MySqlServers.withoutKillable(message);
        }
        return new Server() {
            @Override
            public String url() {
                return url;
            }

            @Override
            public String user() {
                return "test";
            }

            @Override
            public String password() {
                return "test";
            }

            @Override
            public void hang() throws IOException {
                signal("-STOP");
            }

            @Override
            public void goOn() throws IOException {
                signal("-CONT");
            }

            private void signal(String name) throws IOException {
                Process kill = new ProcessBuilder("kill", name, pid).start();
                assertThat(kill.onExit().join().exitValue()).isZero();
            }

            @Override
            public void close() throws IOException {
                signal("-CONT");
            }
        };
    }
}
