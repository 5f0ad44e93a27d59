package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.testdata.GameServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that no merge looks into, and ledgers of worker ids. */
class EvidenceIT {

    @TempDir
    private Path folder;

    private interface Statements {
        List<String> of(int server);
    }

    private PlannedServers planned(String yaml, Statements statements) throws Exception {
        try (GameServers servers =
                GameServers.onAny(2).filled((connection, server) -> execute(connection, statements.of(server)))) {
            return PlannedServers.of(servers, folder, yaml);
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String players(int server) {
        String values = "(1, 'Ann" + server + "'), (2, 'Bob" + server + "'), (5, 'Cleo')";
        return "INSERT INTO players (id, name) VALUES " + values;
    }

    // ----------------------------------------------------------------------------------------------------- unsearched

    @Test
    void columnsThatTheMergeDoesNotLookIntoAreListed() throws Exception {
        String yaml = """
                tables: { log: { class: skip } }
                references: [ bag.owner -> players.id ]
                unique: [ { key: players.name, on-clash: rename, pattern: "{name}.{alias}" } ]
                """;
        PlannedServers game = planned(
                yaml,
                server -> List.of(
                        "CREATE TABLE players (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE)",
                        players(server),
                        "CREATE TABLE log (id BIGINT PRIMARY KEY AUTO_INCREMENT, said TEXT)",
                        "INSERT INTO log (said) VALUES ('player 5')",
                        "CREATE TABLE bag (k VARCHAR(60) PRIMARY KEY, owner BIGINT, price BIGINT, level INT, extra JSON,"
                                + " bytes VARBINARY(9), kind ENUM('a', 'b'), note VARCHAR(9))",
                        "INSERT INTO bag VALUES ('é" + server + "', 5, 7, 1, '{}', x'000102', 'a', NULL)," + " ('f"
                                + server + "', 5, NULL, 1, NULL, NULL, 'b', NULL)"));
        assertThat(game.findings("NOT_SEARCHED"))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "NOT_SEARCHED",
                        "*",
                        List.of(
                                "a merge does not look into these columns",
                                "copies them as they are",
                                "SQL of your own after verify",
                                "class main-only or skip"),
                        4L,
                        List.of(
                                "bag.k\tvarchar(60)\t4 values\t10 bytes",
                                "bag.price\tbigint\t2 values\t16 bytes",
                                "bag.extra\tjson\t2 values\t4 bytes",
                                "bag.bytes\tvarbinary(9)\t2 values\t6 bytes")));
    }

    // -------------------------------------------------------------------------------------------------------- ledgers

    @Test
    void aLedgerOfWorkerIdsIsTakenFromTheMainServer() throws Exception {
        PlannedServers game = planned(
                "",
                server -> List.of(
                        "CREATE TABLE snowflake_namespace (namespace VARCHAR(64) PRIMARY KEY, layout VARCHAR(120), scope VARCHAR(64))",
                        "CREATE TABLE snowflake_worker (namespace VARCHAR(64), datacenter BIGINT, worker BIGINT,"
                                + " PRIMARY KEY (namespace, datacenter, worker))",
                        "INSERT INTO snowflake_namespace VALUES ('default', 'a layout', 'shared')",
                        "INSERT INTO snowflake_worker VALUES ('default', 0, 5)"));
        assertThat(List.of("snowflake_namespace", "snowflake_worker"))
                .allSatisfy(ledger ->
                        assertThat(game.plan().table(ledger).tableClass()).isEqualTo(TableClass.MAIN_ONLY));
        assertThat(game.plan().runnable()).isTrue();
    }
}
