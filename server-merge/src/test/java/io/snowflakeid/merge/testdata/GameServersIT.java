package io.snowflakeid.merge.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The servers that are merged in other tests have the difficulties that they are made for. */
class GameServersIT {

    private static final GameSize SIZE = GameSize.players(400);

    @Test
    void serversOfARealGameClash() throws Exception {
        CanaryServer.schema();
        try (GameServers servers = GameServers.onAny(2).filled((c, server) -> CanaryServer.fill(c, server, SIZE));
                Connection connection = servers.connect()) {
            assertThat(pairs(connection, servers, "players", "a.id = b.id")).isGreaterThan(350);
            // god and the six samples of the schema, and one name of twenty
            assertThat(pairs(connection, servers, "players", "a.name = b.name")).isBetween(7L + 14, 7L + 24);
            assertThat(pairs(connection, servers, "players", "BINARY a.name = BINARY b.name"))
                    .isBetween(7L, 7L + 6);
            assertThat(pairs(connection, servers, "accounts", "a.name = b.name"))
                    .isBetween(5L, 20L);
            assertThat(pairs(connection, servers, "guilds", "a.name = b.name")).isPositive();
            assertThat(pairs(connection, servers, "houses", "a.id = b.id AND a.owner > 0 AND b.owner > 0"))
                    .isPositive();
        }
    }

    @Test
    void serversOfTheSampleGameClashOnMySql() throws Exception {
        try (GameServers servers = GameServers.onAny(2).filled((c, server) -> SampleServer.fill(c, server, SIZE))) {
            assertSampleServersClash(servers);
        }
    }

    @Test
    @Tag("long")
    void serversOfTheSampleGameClashOnMariaDb() throws Exception {
        try (GameServers servers =
                GameServers.on(DatabaseServer.MARIADB, 2).filled((c, server) -> SampleServer.fill(c, server, SIZE))) {
            assertSampleServersClash(servers);
        }
    }

    private static void assertSampleServersClash(GameServers servers) throws SQLException {
        try (Connection connection = servers.connect()) {
            assertThat(pairs(connection, servers, "hero", "a.id = b.id")).isGreaterThan(350);
            assertThat(pairs(connection, servers, "hero", "a.name = b.name")).isBetween(14L, 24L);
            assertThat(pairs(connection, servers, "hero", "BINARY a.name = BINARY b.name"))
                    .isBetween(0L, 6L);
            assertThat(pairs(connection, servers, "account", "a.login = b.login"))
                    .isPositive();
            assertThat(pairs(connection, servers, "guild", "a.name = b.name")).isPositive();
            assertThat(pairs(connection, servers, "castle", "a.held_by > 0 AND b.held_by > 0 AND a.id = b.id"))
                    .isPositive();
            String duels = servers.sources().get("s1") + ".duel";
            assertThat(
                            number(
                                    connection,
                                    "SELECT COUNT(*) FROM (SELECT 1 FROM " + duels
                                            + " GROUP BY winner_id, loser_id, fought_at, loser_name HAVING COUNT(*) > 1) equal_rows"))
                    .isPositive();
        }
    }

    @Test
    void serversWithoutForeignKeysHaveManyReferences() throws Exception {
        try (GameServers servers =
                        GameServers.onAny(2).filled((c, server) -> ManyReferencesServer.fill(c, server, SIZE));
                Connection connection = servers.connect()) {
            String one = "table_schema = '" + servers.sources().get("s1") + "'";
            assertThat(number(
                            connection,
                            "SELECT COUNT(*) FROM information_schema.tables WHERE " + one
                                    + " AND table_name IN (SELECT table_name FROM information_schema.columns WHERE "
                                    + one
                                    + " AND column_name = 'char_id')"))
                    .isGreaterThanOrEqualTo(60);
            assertThat(number(
                            connection,
                            "SELECT COUNT(*) FROM information_schema.columns WHERE " + one
                                    + " AND column_name LIKE '%\\_id' AND extra = ''"))
                    .isGreaterThan(80);
            assertThat(pairs(connection, servers, "`char`", "a.name = b.name")).isBetween(14L, 24L);
        }
    }

    @Test
    void theSampleGameAlsoRunsOnH2() throws Exception {
        try (TestDatabase database = TestDatabase.h2("sample");
                Connection connection = database.connect()) {
            SampleServer.fillH2(connection, 0, SIZE);
            assertThat(number(connection, "SELECT COUNT(*) FROM hero")).isGreaterThan(350);
        }
    }

    @Test
    void theSameSizeMakesTheSameRows() throws Exception {
        try (GameServers servers = GameServers.onAny(2).filled((c, server) -> SampleServer.fill(c, 0, SIZE));
                Connection connection = servers.connect()) {
            assertThat(pairs(connection, servers, "hero", "a.id = b.id AND a.name = b.name AND a.town_id = b.town_id"))
                    .isEqualTo(number(
                            connection,
                            "SELECT COUNT(*) FROM " + servers.sources().get("s1") + ".hero"));
        }
    }

    private static long pairs(Connection connection, GameServers servers, String table, String condition)
            throws SQLException {
        return number(
                connection,
                "SELECT COUNT(*) FROM " + servers.sources().get("s1") + "." + table + " a JOIN "
                        + servers.sources().get("s2") + "." + table + " b ON " + condition);
    }

    private static long number(Connection connection, String query) throws SQLException {
        return TableWriter.numbers(connection, query).get(0)[0];
    }
}
