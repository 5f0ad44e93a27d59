package io.snowflakeid.demo.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.merge.MergeResult.ReferenceResult;
import io.snowflakeid.demo.merge.MergeResult.ServerIdentity;
import io.snowflakeid.demo.merge.MergeResult.TableResult;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MergeScenarioTest {

    private static final int PLAYERS = 2400;

    private static final List<TestDatabase> OPENED = new ArrayList<>();
    private static final CreatedTables CREATED = new CreatedTables();
    private static List<Database> databases = List.of();
    private static MergeResult result;

    @BeforeAll
    static void mergeOnce() throws SQLException {
        for (int i = 0; i < 4; i++) {
            OPENED.add(TestDatabase.h2("merge_scenario_" + i));
        }
        databases = demo(OPENED);
        result = MergeScenario.run(databases, CREATED, new MergeOptions(PLAYERS, 7), progress -> {});
    }

    @AfterAll
    static void close() throws SQLException {
        for (TestDatabase database : OPENED) {
            database.close();
        }
    }

    @Test
    void countedIdsClashWhereverAnotherServerHasARowOfThatNumber() {
        TableResult players = result.autoIncrement().tables().get(0);
        assertThat(players.table()).isEqualTo("players");
        assertThat(players.primaryKeyClashes()).isEqualTo(PLAYERS / 3 * 2);
        assertThat(players.mergedRows()).isEqualTo(PLAYERS / 3);
        assertThat(result.autoIncrement().mislinkedReferences()).isPositive();
    }

    @Test
    void copiedClassesWithTheSameNumbersClash() {
        assertThat(result.textbookSnowflake().primaryKeyClashes()).isPositive();
        assertThat(result.textbookSnowflake().rowsLost())
                .isEqualTo(result.textbookSnowflake().primaryKeyClashes());
    }

    @Test
    void ourIdsNeverClashAndEverythingIsAccountedFor() {
        WorldResult ours = result.snowflake();
        assertThat(result.failures()).isEmpty();
        assertThat(ours.primaryKeyClashes()).isZero();
        assertThat(ours.rowsLost()).isZero();
        assertThat(ours.mergedRows()).isEqualTo(ours.sourceRows()).isGreaterThan(6L * PLAYERS);
        assertThat(ours.tables()).allMatch(TableResult::sumsAgree).hasSize(5);
        assertThat(ours.tables().stream().flatMap(table -> table.references().stream()))
                .hasSize(6)
                .allMatch(reference -> reference.checked() > 0);
        assertThat(ours.servers()).extracting(ServerIdentity::datacenter).containsExactly(1L, 2L, 3L);
    }

    @Test
    void serverMergeMovesCountedIdsAndKeepsOursAndLosesNothing() {
        ServerMergeResult tool = result.serverMerge();
        assertThat(tool.notShown()).isNull();
        assertThat(tool.worlds())
                .extracting(ServerMergeResult.Merged::ids)
                .containsExactly("AUTO_INCREMENT", "snowflakeid");
        assertThat(tool.worlds()).allSatisfy(world -> {
            assertThat(world.faults()).isEmpty();
            assertThat(world.sourceRows()).isEqualTo(result.snowflake().sourceRows());
            assertThat(world.rowsLost()).isZero();
            assertThat(world.references()).isGreaterThan(PLAYERS);
            assertThat(world.danglingReferences() + world.mislinkedReferences()).isZero();
        });
        assertThat(tool.worlds().get(0).way())
                .isEqualTo("ids moved by an offset for each server, those of players by 0 / 1,000 / 2,000");
        assertThat(tool.worlds().get(1).way()).startsWith("all ids kept: ");
    }

    @Test
    void theThreeWorldsPlayTheSameGame() {
        assertThat(List.of(result.autoIncrement(), result.textbookSnowflake(), result.snowflake()))
                .extracting(WorldResult::sourceRows)
                .containsOnly(result.snowflake().sourceRows());
    }

    @Test
    void aMergedRowThatIsDeletedIsLost() throws SQLException {
        TableResult items = recheckAfter(
                GameTable.ITEMS, "DELETE FROM snowflake_items WHERE id = (SELECT MAX(id) FROM snowflake_items)");
        assertThat(items.rowsLost()).isEqualTo(1);
        assertThat(items.mergedRows()).isEqualTo(items.sourceRows() - 1);
        assertThat(items.sumsAgree()).isFalse();
    }

    @Test
    void aMergedRowThatIsChangedIsLost() throws SQLException {
        TableResult players = recheckAfter(
                GameTable.PLAYERS,
                "UPDATE snowflake_players SET gold = gold + 1 WHERE id = (SELECT MIN(id) FROM snowflake_players)");
        assertThat(players.rowsLost()).isEqualTo(1);
        assertThat(players.mergedRows()).isEqualTo(players.sourceRows());
        assertThat(players.sumsAgree()).isFalse();
    }

    @Test
    void aRowThatNoServerEverHadIsNoticed() throws SQLException {
        TableResult guilds = recheckAfter(
                GameTable.GUILDS,
                "INSERT INTO snowflake_guilds SELECT 1, home_server, leader_id, name, motto, founded_at FROM snowflake_guilds"
                        + " LIMIT 1");
        assertThat(guilds.rowsLost()).isZero();
        assertThat(guilds.sumsAgree()).isFalse();
    }

    @Test
    void aReferenceThatIsBrokenPointsNowhere() throws SQLException {
        TableResult mails = recheckAfter(
                GameTable.MAILS,
                "UPDATE snowflake_mails SET receiver_id = 17 WHERE id = (SELECT MIN(id) FROM snowflake_mails)");
        assertThat(reference(mails, "receiver_id").dangling()).isEqualTo(1);
        assertThat(reference(mails, "sender_id").dangling()).isZero();
        assertThat(mails.rowsLost()).isEqualTo(1);
    }

    @Test
    void aReferenceToAnotherServersRowIsCounted() throws SQLException {
        TableResult members = recheckAfter(
                GameTable.GUILD_MEMBERS,
                "UPDATE snowflake_guild_members SET player_id = (SELECT MIN(id) FROM snowflake_players WHERE home_server = 2)"
                        + " WHERE id = (SELECT MIN(id) FROM snowflake_guild_members WHERE home_server = 1)");
        assertThat(reference(members, "player_id").mislinked()).isEqualTo(1);
    }

    private static ReferenceResult reference(TableResult table, String column) {
        return table.references().stream()
                .filter(reference -> reference.column().equals(column))
                .findFirst()
                .orElseThrow();
    }

    /** Spoils the merged database, accounts for the table once more, and takes the damage back. */
    private static TableResult recheckAfter(GameTable table, String damage) throws SQLException {
        List<Connection> sources = new ArrayList<>();
        try (Connection target = databases.get(3).connect()) {
            for (Database source : databases.subList(0, 3)) {
                sources.add(source.connect());
            }
            target.setAutoCommit(false);
            try (Statement statement = target.createStatement()) {
                assertThat(statement.executeUpdate(damage)).isEqualTo(1);
            }
            TableResult found = new Accounting(World.SNOWFLAKE, sources, target).check(table, 0, rows -> {});
            target.rollback();
            return found;
        } finally {
            for (Connection source : sources) {
                source.close();
            }
        }
    }

    @Test
    void everyTableThatARunMakesIsNamed() throws SQLException {
        for (TestDatabase database : OPENED) {
            List<String> found = tables(database);
            assertThat(MergeScenario.tableNames()).containsAll(found);
            assertThat(found).hasSizeGreaterThanOrEqualTo(15);
        }
    }

    @Test
    void leavesATableAloneThatAppearsWhileItPlays() throws SQLException {
        try (TestDatabase fresh0 = TestDatabase.h2("merge_foreign_0");
                TestDatabase fresh1 = TestDatabase.h2("merge_foreign_1");
                TestDatabase fresh2 = TestDatabase.h2("merge_foreign_2");
                TestDatabase fresh3 = TestDatabase.h2("merge_foreign_3")) {
            List<TestDatabase> fresh = List.of(fresh0, fresh1, fresh2, fresh3);
            CreatedTables created = new CreatedTables();
            Consumer<MergeProgress> inBetween = progress -> {
                if (progress.phase().equals("AUTO_INCREMENT: merging") && progress.done() == 0) {
                    createOfOthers(fresh2, "snowflake_items");
                }
            };

            assertThatThrownBy(() -> MergeScenario.run(demo(fresh), created, new MergeOptions(PLAYERS, 7), inBetween))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("table snowflake_items could not be created in ds");
            assertThat(tables(fresh2)).contains("auto_items", "textbook_items", "snowflake_guilds", "snowflake_worker");
            created.drop();
            assertThat(tables(fresh2)).containsExactly("snowflake_items");
            assertThat(tables(fresh0)).isEmpty();
            assertThat(tables(fresh3)).isEmpty();
        }
    }

    private static void createOfOthers(TestDatabase database, String table) {
        try {
            database.execute("CREATE TABLE " + table + " (mine INT)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Database> demo(List<TestDatabase> opened) {
        return opened.stream()
                .map(database -> new Database("ds", database.url(), database.user(), database.password()))
                .toList();
    }

    private static List<String> tables(TestDatabase database) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect();
                var tables = connection.getMetaData().getTables(null, "public", "%", null)) {
            while (tables.next()) {
                found.add(tables.getString("TABLE_NAME"));
            }
        }
        return found;
    }

    @Test
    void refusesAGameWithAnEmptyServer() {
        assertThatThrownBy(() -> new MergeOptions(2, 1))
                .hasMessage("players must be at least 3, one for each game server, but is 2");
    }

    @Test
    void rowsWhoseTextWouldBeTheSameHaveDifferentChecksums() {
        assertThat(checksum(new Row(1, List.of("a|1:b", "c"))))
                .isNotEqualTo(checksum(new Row(1, List.of("a", "b|1:c"))));
    }

    @Test
    void theChecksumDoesNotDependOnTheOrderOfRows() {
        Row first = new Row(1, List.of("Ash"));
        Row second = new Row(2, List.of("Brim"));
        assertThat(checksum(first, second)).isEqualTo(checksum(second, first)).isNotEqualTo(checksum(first, first));
    }

    private static String checksum(Row... rows) {
        RowText text = new RowText();
        Stream.of(rows).forEach(text::add);
        return text.checksum();
    }
}
