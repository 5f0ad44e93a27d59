package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkersCommandTest extends CommandOnH2 {

    private CommandLineRun workers(String... arguments) {
        return on(database, "workers", arguments);
    }

    @Test
    void showsWhoHoldsWhichWorkerUntilWhen() throws SQLException {
        JdbcWorkerLedger.Builder ledger = JdbcWorkerLedger.shared(SnowflakeLayout.TWITTER, database.dataSource())
                .namespace("shop")
                .datacenter(3);
        try (SnowflakeIdGenerator first =
                SnowflakeIdGenerator.on(ledger.holder("shop-a").build())) {
            SnowflakeIdGenerator second =
                    SnowflakeIdGenerator.on(ledger.holder("a-longer-name").build());
            second.close();
            CommandLineRun run = workers("--namespace", "shop");
            run.exitsWith(ExitCode.FINE);
            run.err().isEmpty();
            String moments = "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ *){3}";
            run.out()
                    .matches(
                            "DATACENTER  WORKER  STATE  HOLDER         FROM \\(UTC\\) {12}UNTIL \\(UTC\\) {11}FREE AT \\(UTC\\)\n"
                                    + "3 {11}0 {7}held   shop-a         " + moments + "\n"
                                    + "3 {11}1 {7}free   a-longer-name  " + moments + "\n");
            assertThat(first.nextId()).isPositive();
            workers().failsWith(ExitCode.DATABASE, "the ledger there has no namespace 'default'");
        }
    }

    /** A value that an earlier version or another program has stored. */
    @Test
    void aStoredHolderIsShownOnOneLineWithoutWhatATerminalWouldObey() throws SQLException {
        SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.TWITTER, database.dataSource())
                        .build())
                .close();
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement("UPDATE snowflake_worker SET holder = ?")) {
            update.setString(1, "a\u001b]0;owned\u0007\r\n  0  9  held\u009b2J\u202e\u2028");
            update.executeUpdate();
        }
        workers()
                .exitsWith(ExitCode.FINE)
                .out()
                .hasLineCount(2)
                .contains(" a\\u001b]0;owned\\u0007\\u000d\\u000a  0  9  held\\u009b2J\\u202e\\u2028  ")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}&&[^\\n]]");
    }

    @Test
    void marksARestoredLedgerAndPrintsItsOpening() throws SQLException {
        JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database.dataSource())
                .build();
        SnowflakeIdGenerator.on(ledger).close();
        workers("--recovered")
                .exitsWith(ExitCode.FINE)
                .out()
                .matches("ledger 'default' \\(shared\\) grants no window that begins before \\S+Z, .*"
                        + " ids are ahead of the clock at first; start the processes now\n"
                        + "DATACENTER(?s:.*)");
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            assertThat(SnowflakeLayout.DEFAULT.decode(ids.nextId()).timestamp())
                    .isAfter(Instant.now().plusSeconds(120));
        }
    }

    @Test
    void aLedgerIsSetUpForProcessesThatMayNotCreateIt() throws SQLException {
        JdbcWorkerLedger.Builder game = JdbcWorkerLedger.forDatacenter(
                        SnowflakeLayout.TWITTER, 7, database.dataSource())
                .namespace("game")
                .workers(1, 3)
                .createTables(false);
        database.execute("CREATE TABLE unrelated (id INT)");
        for (int i = 0; i < 2; i++) {
            setUp("--layout TWITTER --datacenter 7 --workers 1..3")
                    .exitsWith(ExitCode.FINE)
                    .out()
                    .startsWith("ledger 'game' (datacenter 7, workers 1..3) is set up\n");
        }
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(game.build())) {
            assertThat(ids.status().worker()).isEqualTo(1);
        }
        setUp("--workers 1..3").failsWith(ExitCode.DATABASE, "namespace 'game' of this ledger has layout ");
        setUp("--workers 1-3").failsWith(ExitCode.USAGE, "--workers must be FIRST..LAST, as in 0..511, but is '1-3'");
        setUp("--workers 3..1").failsWith(ExitCode.USAGE, "workers must be a range");
    }

    private CommandLineRun setUp(String options) {
        return workers(("--namespace game --set-up " + options).split(" ", -1));
    }

    @Test
    void saysThatADatabaseHasNoLedgerAndCreatesNone() throws SQLException {
        database.execute("CREATE TABLE unrelated (id INT)");
        workers().failsWith(ExitCode.DATABASE, "no ledger could be read there");
        database.execute("CREATE TABLE snowflake_namespace (id INT)"); // no ledger was created
    }
}
