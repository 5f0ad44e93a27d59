package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small merges, each with one thing that is easily got wrong. */
class HardMergeIT {

    private GameServers servers;

    @TempDir
    Path folder;

    GameServers newServers() {
        return GameServers.onAny(3);
    }

    @BeforeEach
    void makeServers() {
        servers = newServers();
    }

    @AfterEach
    void drop() throws SQLException {
        if (servers != null) { // else the test was skipped
            servers.close();
        }
    }

    /** The same statements on all servers, then those of each. */
    private void given(String all, String... each) throws Exception {
        servers.filled((connection, server) -> {
            SqlScript.run(connection, SqlScript.statements(all));
            SqlScript.run(connection, SqlScript.statements(server < each.length ? each[server] : ""));
        });
    }

    private PlanFile merges(String yaml, MergeFacts facts) throws Exception {
        return new MergeTrial(servers, folder, yaml).mergesRightly(facts);
    }

    private List<String> inTarget(String query) throws SQLException {
        try (Connection connection = servers.connect()) {
            return SmallGame.rows(connection, query);
        }
    }

    @Test
    void newNamesClashWithNobodysNotEvenWithThoseThatLookLikeThem() throws Exception {
        given(
                "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(10) NOT NULL UNIQUE)"
                        + " COLLATE utf8mb4_general_ci",
                "INSERT INTO p (name) VALUES ('bob'), ('BOB.s2'), ('bob.s3'), ('longername'), ('longern.s2'), ('longer1')",
                "INSERT INTO p (name) VALUES ('Bob'), ('bób.S3'), ('LONGERNAME'), ('bob.s2x')",
                "INSERT INTO p (name) VALUES ('bob '), ('bob.s2'), ('longernamé'), ('longern.s3')");
        merges(
                "unique: [ { key: p.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]",
                new MergeFacts().name("p.name", Clash.RENAME_LATER));
        assertThat(inTarget("SELECT CONCAT(COUNT(*), ' ', COUNT(DISTINCT name)) FROM p"))
                .containsExactly("14 14");
    }

    @Test
    void columnsInAnotherOrderFindTheirPlaces() throws Exception {
        given(
                "",
                "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a INT, b INT, c VARCHAR(9)); INSERT INTO t VALUES (1, 10, 20, 'x')",
                "CREATE TABLE t (c VARCHAR(9), b INT, id INT PRIMARY KEY AUTO_INCREMENT, a INT); INSERT INTO t VALUES ('y', 2, 1, 1)",
                "CREATE TABLE t (b INT, a INT, c VARCHAR(9), id INT, PRIMARY KEY (id), KEY (a)); INSERT INTO t VALUES (4, 3, 'z', 1)");
        merges("", new MergeFacts());
    }

    @Test
    void idsOfZeroAndBelowAreIds() throws Exception {
        given("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO';"
                + " CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, up INT, FOREIGN KEY (up) REFERENCES t (id));"
                + " INSERT INTO t VALUES (0, NULL), (-5, 0), (3, -5), (-2147483648, 3)");
        merges("", new MergeFacts());
    }

    @Test
    void aReferenceOfTwoColumnsOfWhichOneIsNullIsNone() throws Exception {
        given(
                "CREATE TABLE a (id INT AUTO_INCREMENT, part INT NOT NULL, PRIMARY KEY (id, part));"
                        + " CREATE TABLE b (id INT PRIMARY KEY AUTO_INCREMENT, a_id INT, a_part INT, FOREIGN KEY (a_id, a_part) REFERENCES a (id, part));"
                        + " INSERT INTO a VALUES (1, 1), (2, 7); INSERT INTO b VALUES (1, 1, 1), (2, NULL, 7), (3, 2, NULL), (4, NULL, NULL), (5, 2, 7)");
        merges("", new MergeFacts());
        // a part is a number of a key, no id
        assertThat(inTarget("SELECT DISTINCT part FROM a ORDER BY part")).containsExactly("1", "7");
    }

    @Test
    void namesInOtherCharacterSetsAreComparedAsTheTargetDoes() throws Exception {
        given(
                "",
                "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL, UNIQUE KEY n (name));"
                        + " INSERT INTO p (name) VALUES ('Zoë'), ('Ann')",
                "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL, UNIQUE KEY n (name));"
                        + " INSERT INTO p (name) VALUES ('ZOE'), ('zoe2')",
                "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET latin1 NOT NULL, UNIQUE KEY n (name));"
                        + " INSERT INTO p (name) VALUES ('zoé'), ('ann ')");
        merges(
                "accept: [ { code: SCHEMA_COLUMN_COLLATION, subject: \"*.p.name\", because: names are compared below } ]\n"
                        + "unique: [ { key: p.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]",
                new MergeFacts().name("p.name", Clash.RENAME_LATER));
        assertThat(inTarget("SELECT name FROM p ORDER BY id"))
                .containsExactly("Zoë", "Ann", "ZOE.s2", "zoe2", "zoé.s3", "ann .s3");
    }
}
