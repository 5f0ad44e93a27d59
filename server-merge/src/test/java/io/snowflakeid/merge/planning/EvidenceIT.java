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
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sources' rows tell besides: ids inside of texts, Snowflake ids and their ledgers, owners, earlier merges. */
class EvidenceIT {

    private static final Instant MONDAY = Instant.parse("2026-03-02T10:00:00Z");
    private static final String PLAYERS =
            "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL)";

    @TempDir
    private Path folder;

    private interface Statements {
        List<String> of(int server);
    }

    private PlannedServers planned(String yaml, Statements statements) throws Exception {
        return planned(() -> GameServers.onAny(2), yaml, statements);
    }

    private PlannedServers planned(Supplier<GameServers> made, String yaml, Statements statements) throws Exception {
        try (GameServers servers =
                made.get().filled((connection, server) -> execute(connection, statements.of(server)))) {
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

    // ------------------------------------------------------------------------------------------------------- embedded

    private void embedded(Supplier<GameServers> made) throws Exception {
        String yaml = "unique: [ { key: players.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]\n";
        PlannedServers game = planned(
                made,
                yaml,
                server -> List.of(
                        "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE)",
                        players(server),
                        "CREATE TABLE kv (k VARCHAR(60) PRIMARY KEY, v LONGBLOB)",
                        "INSERT INTO kv VALUES ('player.5." + server + "', x'0001'), ('player.2." + server + "', NULL)",
                        "CREATE TABLE item (code VARCHAR(9) PRIMARY KEY, extra JSON, note VARCHAR(100), said_by VARCHAR(20))",
                        "INSERT INTO item VALUES ('a" + server + "', '{\"hue\": 5, \"made\": {\"creator\": 5}}',"
                                + " 'level:5 room.2', 'cleo')",
                        "INSERT INTO item VALUES ('b" + server
                                + "', '{\"hue\": 999}', 'guests: x\nCleo\ny', 'nobody')"));
        assertThat(game.findings("EMBEDDED_IDS"))
                .satisfiesExactly(
                        finding(
                                Severity.WARNING,
                                "EMBEDDED_IDS",
                                "item.extra",
                                List.of(
                                        "2 of 4 sampled values hold a number called creator",
                                        "an id of players.id",
                                        "these ids move, the text does not",
                                        "make the table main-only or skip",
                                        "or correct the texts by statements after the load"),
                                2L,
                                List.of(
                                        "s1: {\"hue\": 5, \"made\": {\"creator\": 5}}",
                                        "s2: {\"hue\": 5, \"made\": {\"creator\": 5}}")),
                        finding(
                                Severity.WARNING,
                                "EMBEDDED_IDS",
                                "kv.k",
                                List.of(
                                        "4 of 4 sampled values hold a number called player",
                                        "an id of players.id",
                                        "the column is part of the key",
                                        "these ids move, the text does not",
                                        "make the table main-only or skip",
                                        "or correct the texts by statements after the load"),
                                4L,
                                List.of("s1: player.2.0", "s1: player.5.0", "s2: player.2.1")));
        assertThat(game.findings("EMBEDDED_NAMES"))
                .satisfiesExactlyInAnyOrder(
                        finding(
                                Severity.WARNING,
                                "EMBEDDED_NAMES",
                                "item.note",
                                List.of(
                                        "1 of 2 sampled values are or hold a name of players.name that gets a new one",
                                        "a name inside of a text stays as it was",
                                        "make the table main-only or skip",
                                        "or correct the texts by statements after the load"),
                                1L,
                                List.of("s2: guests: x Cleo y")),
                        finding(
                                Severity.WARNING,
                                "EMBEDDED_NAMES",
                                "item.said_by",
                                List.of(
                                        "1 of 2 sampled values are a name of players.name that gets a new one",
                                        "if it is that name",
                                        "add to followed-by of this rule: item.said_by"),
                                1L,
                                List.of("s2: cleo")));
    }

    @Test
    void idsAndNamesInsideOfTextsAreFound() throws Exception {
        embedded(() -> GameServers.onAny(2));
    }

    @Test
    @Tag("long")
    void idsAndNamesInsideOfTextsAreFoundOnMariaDb() throws Exception {
        embedded(() -> GameServers.on(DatabaseServer.MARIADB, 2));
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

    // --------------------------------------------------------------------------------------------------------- static

    private static List<String> houses(int server) {
        return List.of(
                PLAYERS,
                players(server),
                "CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, owner INT NOT NULL)",
                "INSERT INTO houses VALUES (1, 'Mill', " + (1 + server) + "), (2, 'Inn', " + 5 * server
                        + "), (3, 'Hut', 5)");
    }

    @Test
    void thingsThatAreTheSameOnAllServersAreNamed() throws Exception {
        PlannedServers game =
                planned("references: [ { from: houses.owner, to: players.id, none: [0] } ]\n", EvidenceIT::houses);
        assertThat(game.findings("LOOKS_STATIC"))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "LOOKS_STATIC",
                        "houses.id",
                        List.of(
                                "all 3 ids are on every source",
                                "name of each is the same there",
                                "if these are the same things",
                                "write under tables: houses: { class: main-only, ids: static }"),
                        3L,
                        List.of()));
    }

    @Test
    void ownersOfTheSameThingAreListed() throws Exception {
        String yaml = """
                tables: { houses: { class: main-only, ids: static } }
                references: [ { from: houses.owner, to: players.id, none: [0] } ]
                """;
        PlannedServers game = planned(yaml, EvidenceIT::houses);
        assertThat(game.findings("LOOKS_STATIC")).isEmpty();
        assertThat(game.findings("OWNERSHIP_CLASH"))
                .satisfiesExactly(finding(
                        Severity.WARNING,
                        "OWNERSHIP_CLASH",
                        "houses.owner",
                        List.of(
                                "2 rows belong to somebody on more than one source",
                                "listed in plan.json.owners.houses.owner.csv",
                                "class main-only leaves it to one of them",
                                "the others lose it"),
                        2L,
                        List.of("houses 1: owner 1 on s1, 2 on s2", "houses 3: owner 5 on s1, 5 on s2")));
        assertThat(Files.readString(folder.resolve("plan.json.owners.houses.owner.csv")))
                .isEqualTo("""
                        table,id,column,alias,owner
                        houses,1,owner,s1,1
                        houses,1,owner,s2,2
                        houses,3,owner,s1,5
                        houses,3,owner,s2,5
                        """);
    }
}
