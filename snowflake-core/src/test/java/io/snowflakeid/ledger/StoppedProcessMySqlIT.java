package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that is stopped (SIGSTOP) between its statement and the commit keeps its row locked; others go on. */
@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
class StoppedProcessMySqlIT {

    @Test
    void othersGoOnWhileAStoppedProcessHoldsARow() throws Exception {
        try (TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database.dataSource())
                    .build();
            WorkerGrant first = acquire(ledger);
            ledger.release(first, first.from());
            Process holder = start(database, first.worker());
            try {
                BufferedReader out =
                        new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
                assertThat(out.readLine()).isEqualTo("written");
                new ProcessBuilder("kill", "-STOP", String.valueOf(holder.pid()))
                        .start()
                        .waitFor();
                long start = System.nanoTime();
                assertThat(acquire(ledger).worker()).isNotEqualTo(first.worker());
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            } finally {
                holder.destroyForcibly().waitFor();
            }
        }
    }

    private static WorkerGrant acquire(JdbcWorkerLedger ledger) {
        return ledger.acquire(TimeSource.system().wallNanos());
    }

    private static Process start(TestDatabase database, long worker) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        RowHolderProcess.class.getName(),
                        database.url(),
                        database.user(),
                        database.password(),
                        String.valueOf(worker))
                .redirectErrorStream(true)
                .start();
    }
}
