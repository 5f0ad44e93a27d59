package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns that no merge looks into, and ledgers of worker ids. */
class EvidenceIT {

    @Test
    void columnsThatTheMergeDoesNotLookIntoAreListed() throws Exception {
        String bag = "INSERT INTO bag VALUES ('é%1$d', 5, 7, 1, '{}', x'000102', 'a', NULL),"
                + " ('f%1$d', 5, NULL, 1, NULL, NULL, 'b', NULL)";
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere(
                            "CREATE TABLE players (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE)",
                            "INSERT INTO players (id, name) VALUES (5, 'Cleo')",
                            "CREATE TABLE log (id BIGINT PRIMARY KEY AUTO_INCREMENT, said TEXT)",
                            "INSERT INTO log (said) VALUES ('player 5')",
                            "CREATE TABLE bag (k VARCHAR(60) PRIMARY KEY, owner BIGINT, price BIGINT, level INT, extra JSON,"
                                    + " bytes VARBINARY(9), kind ENUM('a', 'b'), note VARCHAR(9))")
                    .in(1, bag.formatted(1))
                    .in(2, bag.formatted(2))
                    .config("""
                            tables: { log: { class: skip } }
                            references: [ bag.owner -> players.id ]
                            unique: [ { key: players.name, on-clash: rename, pattern: "{name}.{alias}" } ]
                            """);
            assertThat(game.found("NOT_SEARCHED"))
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
    }

    @Test
    void aLedgerOfWorkerIdsIsTakenFromTheMainServer() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere(
                    "CREATE TABLE snowflake_namespace (namespace VARCHAR(64) PRIMARY KEY, layout VARCHAR(120), scope VARCHAR(64))",
                    "CREATE TABLE snowflake_worker (namespace VARCHAR(64), datacenter BIGINT, worker BIGINT,"
                            + " PRIMARY KEY (namespace, datacenter, worker))",
                    "INSERT INTO snowflake_namespace VALUES ('default', 'a layout', 'shared')",
                    "INSERT INTO snowflake_worker VALUES ('default', 0, 5)");
            assertThat(game.plan().plan().tables())
                    .hasSize(2)
                    .allMatch(ledger -> ledger.tableClass() == TableClass.MAIN_ONLY);
            assertThat(game.plan().plan().runnable()).isTrue();
        }
    }
}
