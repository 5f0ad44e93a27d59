package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.testdata.GameServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sources' rows tell besides: columns that no merge looks into, Snowflake ids and their ledgers. */
class EvidenceIT {

    private static final Instant MONDAY = Instant.parse("2026-03-02T10:00:00Z");

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

    // ------------------------------------------------------------------------------------------------------ snowflake

    private static long id(SnowflakeLayout layout, Duration after, long datacenter, long worker) {
        return layout.encode(new DecodedId(MONDAY.plus(after), datacenter, worker, 3, 0));
    }

    private static List<String> orders(SnowflakeLayout layout, long datacenter, long worker, int server) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            rows.append(i == 0 ? "(" : ", (")
                    .append(id(layout, Duration.ofSeconds(2 * i + server), datacenter, worker))
                    .append(")");
        }
        return List.of("CREATE TABLE orders (id BIGINT PRIMARY KEY)", "INSERT INTO orders VALUES " + rows);
    }

    @Test
    void idsOfASharedWorkerAreNamed() throws Exception {
        PlannedServers game = planned("", server -> orders(SnowflakeLayout.DEFAULT, 0, 7, server));
        assertThat(game.findings("SNOWFLAKE_IDS"))
                .containsExactly(new Finding(
                        Severity.NOTE,
                        "SNOWFLAKE_IDS",
                        "orders.id",
                        "Snowflake ids of layout " + SnowflakeLayout.DEFAULT.spec(),
                        200L,
                        List.of(
                                "s1: 100 ids of worker 7, from 2026-03-02T10:00:00Z to 2026-03-02T10:03:18Z",
                                "s2: 100 ids of worker 7, from 2026-03-02T10:00:01Z to 2026-03-02T10:03:19Z")));
        assertThat(game.findings("SNOWFLAKE_WORKER_SHARED"))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "SNOWFLAKE_WORKER_SHARED",
                        "orders.id",
                        List.of(
                                "s1 and s2 both have ids of worker 7",
                                "they may be the same",
                                "all ids are compared",
                                "those that clash are told apart"),
                        1L,
                        List.of()));
        assertThat(game.findings("SNOWFLAKE_FUTURE")).isEmpty();
    }

    @Test
    void idsOfServersWithNumbersOfTheirOwnShareNothing() throws Exception {
        PlannedServers game = planned("", server -> orders(SnowflakeLayout.GAME_SERVERS, server + 1, 0, server));
        assertThat(game.findings("SNOWFLAKE_IDS").get(0).samples())
                .containsExactly(
                        "s1: 100 ids of datacenter 1, from 2026-03-02T10:00:00Z to 2026-03-02T10:03:18Z",
                        "s2: 100 ids of datacenter 2, from 2026-03-02T10:00:01Z to 2026-03-02T10:03:19Z");
        assertThat(game.findings("SNOWFLAKE_WORKER_SHARED")).isEmpty();
    }

    @Test
    void countedIdsAreNoSnowflakeIds() throws Exception {
        PlannedServers game = planned(
                "",
                server -> List.of(
                        "CREATE TABLE orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, x INT)",
                        "INSERT INTO orders (x) VALUES (1), (2), (3)"));
        assertThat(game.findings("SNOWFLAKE_IDS")).isEmpty();
    }

    @Test
    void ledgersOfOneNumberAreNamedAndStayWithTheMainServer() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.GAME_SERVERS;
        PlannedServers game = planned(
                "",
                server -> List.of(
                        "CREATE TABLE snowflake_namespace (namespace VARCHAR(64) PRIMARY KEY, layout VARCHAR(120), scope VARCHAR(64))",
                        "CREATE TABLE snowflake_worker (namespace VARCHAR(64), datacenter BIGINT, worker BIGINT,"
                                + " PRIMARY KEY (namespace, datacenter, worker))",
                        "INSERT INTO snowflake_namespace VALUES ('default', '" + layout.spec() + "', 'datacenter 5')",
                        "INSERT INTO snowflake_worker VALUES ('default', 5, 0)",
                        "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                        "INSERT INTO orders VALUES (" + id(layout, Duration.ofSeconds(server), 5, 0) + ")",
                        "INSERT INTO orders VALUES (" + id(layout, Duration.ofSeconds(9), 6 + server, 0) + ")"));
        assertThat(game.findings("SNOWFLAKE_LEDGER_SAME"))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "SNOWFLAKE_LEDGER_SAME",
                        "s1, s2",
                        List.of(
                                "namespace 'default' is 'datacenter 5' in one ledger and 'datacenter 5' in the other",
                                "each may grant a worker that the other has granted",
                                "use one of these ledgers alone from now on"),
                        null,
                        List.of()));
        assertThat(game.plan().table("snowflake_worker").tableClass()).isEqualTo(TableClass.MAIN_ONLY);
        assertThat(game.findings("SNOWFLAKE_LEDGER"))
                .extracting(Finding::samples)
                .containsExactly(List.of("snowflake_namespace", "snowflake_worker"));
        assertThat(game.findings("SNOWFLAKE_WORKER_UNKNOWN"))
                .extracting(finding -> finding.subject() + ": " + finding.message())
                .satisfiesExactly(
                        says(
                                "s1.orders.id: ids of datacenter 6",
                                "this source's ledger never granted",
                                "made elsewhere, or under a fixed number",
                                "see that nobody goes on making them"),
                        says(
                                "s2.orders.id: ids of datacenter 7",
                                "this source's ledger never granted",
                                "made elsewhere, or under a fixed number",
                                "see that nobody goes on making them"));
    }
}
