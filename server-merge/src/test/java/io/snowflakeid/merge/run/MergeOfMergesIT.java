package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two pairs of servers are merged, and then the two results; rows are followed by what they hold, and by where. */
class MergeOfMergesIT {

    private static final GameSize SIZE = GameSize.players(80);

    /** What a hero is and whom it knows, by values that no merge changes. */
    private static final String HERO =
            "SELECT h.calling, h.level, h.experience, HEX(h.portrait), h.last_seen, h.town_id,"
                    + " m.experience, HEX(m.appearance), g.treasury, g.founded_on, l.experience, HEX(WEIGHT_STRING(TRIM(a.login))), s.experience"
                    + " FROM %1$s.hero h JOIN %1$s.account a ON a.id = h.account_id LEFT JOIN %1$s.hero m ON m.id = h.mentor_id"
                    + " LEFT JOIN %1$s.guild g ON g.id = h.guild_id LEFT JOIN %1$s.hero l ON l.id = g.leader_id"
                    + " LEFT JOIN %1$s.hero s ON s.id = h.spouse_id WHERE h.id = ?";

    private static final String ITEM =
            "SELECT i.owner_type, i.template, i.amount, HEX(i.raw_data), h.experience, c.template,"
                    + " g.treasury FROM %1$s.item i LEFT JOIN %1$s.hero h ON i.owner_type = 1 AND h.id = i.owner_id"
                    + " LEFT JOIN %1$s.guild g ON i.owner_type = 2 AND g.id = i.owner_id"
                    + " LEFT JOIN %1$s.item c ON c.id = i.container_id WHERE i.id = ?";

    @TempDir
    private Path folder;

    @Test
    void rowsAreFoundThroughTwoMerges() throws Exception {
        mergeTwice(GameServers::onAny);
    }

    @Test
    @Tag("long")
    void rowsAreFoundThroughTwoMergesOnMariaDb() throws Exception {
        mergeTwice(count -> GameServers.on(DatabaseServer.MARIADB, count));
    }

    private void mergeTwice(IntFunction<GameServers> kind) throws Exception {
        try (GameServers east = kind.apply(2).filled((c, server) -> SampleServer.fill(c, server, SIZE));
                GameServers west = kind.apply(2).filled((c, server) -> SampleServer.fill(c, server + 2, SIZE));
                GameServers all = kind.apply(0);
                Connection connection = all.connect()) {
            merged(east, east.sources(), east.target());
            merged(west, west.sources(), west.target());
            Map<String, String> both = new LinkedHashMap<>();
            both.put("east", east.target());
            both.put("west", west.target());
            PlanFile plan = merged(all, both, all.target());

            for (Map.Entry<String, GameServers> pair :
                    Map.of("east", east, "west", west).entrySet()) {
                for (Map.Entry<String, String> server :
                        pair.getValue().sources().entrySet()) {
                    String alias = pair.getKey() + "/" + server.getKey();
                    assertThat(followed(connection, alias, server.getValue(), all.target(), "hero", HERO))
                            .isGreaterThan(70);
                    assertThat(followed(connection, alias, server.getValue(), all.target(), "item", ITEM))
                            .isEqualTo(320);
                    namesLeadTo(connection, server.getValue(), all.target(), alias);
                }
            }
            assertThat(rows(
                            connection,
                            "SELECT name FROM " + all.target() + ".hero WHERE name LIKE '%.s_.%' OR name LIKE"
                                    + " '%.west.%'"))
                    .isEmpty();

            String hero = rows(
                            connection, "SELECT MAX(id) FROM " + west.sources().get("s2") + ".hero")
                    .get(0);
            RowFate before = RowWhereabouts.find(plan, all.password(), "west/s2", "hero", List.of(hero));
            execute(connection, "DROP DATABASE " + west.target());
            RowFate after = RowWhereabouts.find(plan, all.password(), "west/s2", "hero", List.of(hero));
            // an empty one again, which is dropped at the end
            execute(connection, "CREATE DATABASE " + west.target());
            assertThat(before.inTarget()).isTrue();
            assertThat(after.inTarget()).isTrue();
            assertThat(after.values().get("id")).isEqualTo(before.values().get("id"));
        }
    }

    private PlanFile merged(GameServers servers, Map<String, String> sources, String target) throws Exception {
        StringBuilder yaml =
                new StringBuilder("server: { url: '" + servers.url() + "', user: " + servers.user() + " }\n");
        yaml.append("sources:\n");
        sources.forEach((alias, database) -> yaml.append("  " + alias + ": " + database + "\n"));
        yaml.append("target: ").append(target).append("\nexecution: { writers: 2, chunk-rows: 100 }\n");
        yaml.append(SampleServer.mergeYaml().replace("  ranking:", "  item: { ids: map }\n  ranking:"));
        Path config = Files.writeString(folder.resolve(target + ".yaml"), yaml);
        PlanFile plan = MergePlanner.plan(
                ConfigReader.read(config), servers.password(), folder.resolve(target + ".json"), progress -> {});
        assertThat(plan.plan().findings())
                .filteredOn(finding -> finding.severity() == Finding.Severity.ERROR)
                .isEmpty();
        MergeRun.carryOut(plan, servers.password(), progress -> {});
        VerificationResult result = MergeVerification.verify(plan, servers.password(), 2, progress -> {});
        assertThat(result.faults()).isEmpty();
        return plan;
    }

    /** Each row of a server, by the new id that one SELECT tells, holds in the target what it held; tells how many there are. */
    private static int followed(
            Connection connection, String alias, String source, String target, String table, String query)
            throws SQLException {
        int count = 0;
        for (String id : rows(connection, "SELECT id FROM " + source + "." + table)) {
            List<String> newId = rows(
                    connection,
                    "SELECT first_new + (" + id + " - first_old) FROM " + target
                            + ".snowflake_merge_ids WHERE alias = '"
                            + alias + "' AND table_name = '" + table + "' AND column_name = 'id' AND " + id
                            + " BETWEEN first_old AND last_old ORDER BY last_old - first_old LIMIT 1");
            assertThat(newId).as(alias + " " + table + " " + id).hasSize(1);
            assertThat(row(connection, query.replace("%1$s", target), newId.get(0)))
                    .as(alias + " " + table + " " + id)
                    .isEqualTo(row(connection, query.replace("%1$s", source), id));
            count++;
        }
        return count;
    }

    /** Old and new names belong to the same hero, and whoever is not listed kept the name. */
    private static void namesLeadTo(Connection connection, String source, String target, String alias)
            throws SQLException {
        assertThat(rows(
                        connection,
                        "SELECT o.experience, o.level FROM " + source + ".hero o LEFT JOIN " + target
                                + ".snowflake_merge_rename r ON r.merge_table = 'hero' AND CAST(r.merge_old_value AS BINARY) ="
                                + " CAST(o.name AS BINARY) AND r.merge_source = (SELECT number FROM " + target
                                + ".snowflake_merge_source WHERE alias = '" + alias + "') LEFT JOIN " + target
                                + ".hero n ON CAST(n.name AS BINARY) = CAST(COALESCE(r.merge_new_value, o.name) AS BINARY)"
                                + " WHERE NOT (n.experience <=> o.experience AND n.level <=> o.level)"))
                .as(alias)
                .isEmpty();
    }

    private static List<String> row(Connection connection, String query, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setString(1, id);
            try (ResultSet result = select.executeQuery()) {
                assertThat(result.next()).as(query + " " + id).isTrue();
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    values.add(result.getString(i));
                }
                return values;
            }
        }
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
