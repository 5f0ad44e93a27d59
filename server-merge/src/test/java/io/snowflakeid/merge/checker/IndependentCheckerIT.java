package io.snowflakeid.merge.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The checker passes a merge that was made by hand, and sees whatever is then done to it. */
class IndependentCheckerIT {

    private static final String TABLES = """
            CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL);
            CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(20) NOT NULL UNIQUE);
            CREATE TABLE hero (
                id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, account_id INT NOT NULL, mentor_id INT,
                town_id INT NOT NULL, portrait BLOB, twice INT AS (account_id * 2), UNIQUE KEY hero_name (name),
                CONSTRAINT hero_account FOREIGN KEY (account_id) REFERENCES account (id),
                CONSTRAINT hero_mentor FOREIGN KEY (mentor_id) REFERENCES hero (id)
            ) COLLATE utf8mb4_general_ci;
            CREATE TABLE title (
                id INT AUTO_INCREMENT, hero_id INT NOT NULL, title VARCHAR(20), PRIMARY KEY (id, hero_id),
                FOREIGN KEY (hero_id) REFERENCES hero (id));
            CREATE TABLE worn (
                hero_id INT NOT NULL, title_id INT NOT NULL,
                FOREIGN KEY (title_id, hero_id) REFERENCES title (id, hero_id));
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, kind INT, sender INT NOT NULL, body TEXT);
            CREATE TABLE castle (id INT PRIMARY KEY, owner INT, taken INT);
            CREATE TABLE guest (castle_id INT NOT NULL, name VARCHAR(20), FOREIGN KEY (castle_id) REFERENCES castle (id));
            CREATE TABLE wallet (account_id INT PRIMARY KEY, gold INT, best INT);
            CREATE TABLE session (hero_id INT);
            CREATE VIEW names AS SELECT name FROM hero;
            """;
    private static final String TRIGGER =
            "CREATE TRIGGER hero_title AFTER INSERT ON hero FOR EACH ROW INSERT INTO title (hero_id, title) VALUES (NEW.id, 'new')";

    private static final MergeFacts FACTS = new MergeFacts()
            .rows(RowsOf.MAIN, "town")
            .rows(RowsOf.NOBODY, "session")
            .first("castle", "id")
            .first("wallet", "account_id")
            .reference("hero.town_id -> town.id")
            .referenceWhen("mail.sender -> hero.id", "kind = 1", 0)
            .reference("guest.castle_id -> castle.id", "", Lost.FAIL, Lost.DROP)
            .reference("castle.owner -> hero.id")
            .reference("wallet.account_id -> account.id")
            .name("account.login", Clash.FOLLOW_FIRST)
            .name("hero.name", Clash.RENAME_LATER, "guest.name");

    private GameServers servers;
    private Connection connection;

    DatabaseServer server() {
        return DatabaseServer.mySqlOrMariaDb();
    }

    @BeforeEach
    void mergeByHand() throws Exception {
        servers = GameServers.on(server(), 2).filled(IndependentCheckerIT::fill);
        connection = servers.connect();
        merge();
    }

    @AfterEach
    void drop() throws SQLException {
        if (connection != null) { // else the test was skipped
            connection.close();
            servers.close();
        }
    }

    private static void fill(Connection connection, int server) throws SQLException {
        run(connection, TABLES);
        run(connection, TRIGGER);
        String login = server == 0 ? "bob" : "BOB";
        String name = server == 0 ? "Éowyn" : "eowyn ";
        run(connection, "INSERT INTO town VALUES (1, 'north'), (2, 'south')");
        run(connection, "INSERT INTO account VALUES (1, '" + login + "'), (2, 'own" + server + "')");
        run(
                connection,
                "INSERT INTO hero (id, name, account_id, mentor_id, town_id, portrait) VALUES (1, '" + name
                        + "', 1, NULL, 1, x'0000'), (2, 'Ann" + server + "', 1, 1, 2, NULL), (3, 'Cid" + server
                        + "', 2, 3, 2, x'')");
        run(connection, "INSERT INTO worn SELECT hero_id, id FROM title");
        run(connection, "INSERT INTO worn SELECT hero_id, id FROM title");
        run(connection, "INSERT INTO mail VALUES (1, 1, 2, 'a'), (2, 1, 0, 'b'), (3, 2, 2, NULL)");
        run(connection, "INSERT INTO castle VALUES (1, 1, " + (10 + server) + "), (2, 2, " + (10 - server) + ")");
        run(connection, "INSERT INTO guest VALUES (1, '" + name + "'), (2, 'Ann" + server + "')");
        run(connection, "INSERT INTO wallet VALUES (1, 5, " + server + "), (2, 7, 7)");
        run(connection, "INSERT INTO session VALUES (1)");
    }

    /** Ids of s2 move by 100, except those of its mail, which come from a map. */
    private void merge() throws SQLException {
        run(connection, TABLES);
        run(connection, """
                CREATE TABLE snowflake_merge_source (number SMALLINT PRIMARY KEY, alias VARCHAR(64), database_name VARCHAR(64));
                CREATE TABLE snowflake_merge_range (
                    domain INT, table_name VARCHAR(64), column_name VARCHAR(64), source SMALLINT, mode VARCHAR(8),
                    first_id BIGINT, last_id BIGINT, shift BIGINT, map_table VARCHAR(64));
                CREATE TABLE snowflake_merge_map_9 (
                    merge_source SMALLINT, merge_old_id BIGINT, merge_new_id BIGINT, PRIMARY KEY (merge_source, merge_old_id));
                CREATE TABLE snowflake_merge_rename (
                    merge_rule INT, merge_table VARCHAR(64), merge_column VARCHAR(64), merge_source SMALLINT,
                    merge_old_value VARCHAR(64), merge_new_value VARCHAR(64));
                INSERT INTO snowflake_merge_source VALUES (1, 's1', ''), (2, 's2', '');
                INSERT INTO snowflake_merge_range SELECT 0, t, 'id', s, 'offset', 1, 3, IF(s = 1, 0, 100), NULL
                    FROM (SELECT 'account' t UNION SELECT 'hero' UNION SELECT 'title') t, (SELECT 1 s UNION SELECT 2) s;
                INSERT INTO snowflake_merge_range VALUES (9, 'mail', 'id', 1, 'keep', 1, 3, 0, NULL);
                INSERT INTO snowflake_merge_range VALUES (9, 'mail', 'id', 2, 'map', 1, 3, 0, 'snowflake_merge_map_9');
                INSERT INTO snowflake_merge_map_9 VALUES (2, 1, 7), (2, 2, 6), (2, 3, 5);
                INSERT INTO snowflake_merge_rename VALUES (0, 'hero', 'name', 2, 'eowyn ', 'eowyn.s2');
                INSERT INTO town VALUES (1, 'north'), (2, 'south');
                INSERT INTO account VALUES (1, 'bob'), (2, 'own0'), (102, 'own1');
                INSERT INTO hero (id, name, account_id, mentor_id, town_id, portrait) VALUES
                    (1, 'Éowyn', 1, NULL, 1, x'0000'), (2, 'Ann0', 1, 1, 2, NULL), (3, 'Cid0', 2, 3, 2, x''),
                    (101, 'eowyn.s2', 1, NULL, 1, x'0000'), (102, 'Ann1', 1, 101, 2, NULL), (103, 'Cid1', 102, 103, 2, x'');
                INSERT INTO title VALUES
                    (1, 1, 'new'), (2, 2, 'new'), (3, 3, 'new'), (101, 101, 'new'), (102, 102, 'new'), (103, 103, 'new');
                INSERT INTO worn SELECT hero_id, id FROM title;
                INSERT INTO worn SELECT hero_id, id FROM title;
                INSERT INTO mail VALUES (1, 1, 2, 'a'), (2, 1, 0, 'b'), (3, 2, 2, NULL), (7, 1, 102, 'a'), (6, 1, 0, 'b'), (5, 2, 2, NULL);
                INSERT INTO castle VALUES (1, 1, 10), (2, 2, 10);
                INSERT INTO guest VALUES (1, 'Éowyn'), (2, 'Ann0');
                INSERT INTO wallet VALUES (1, 5, 0), (2, 7, 7), (102, 7, 7);
                """);
        run(connection, TRIGGER);
    }

    private static void run(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : SqlScript.statements(script)) {
                statement.execute(sql);
            }
        }
    }

    private List<String> problems() throws SQLException {
        return IndependentChecker.problems(connection, servers.sources(), servers.target(), FACTS);
    }

    final List<String> problemsAfter(String damage) throws SQLException {
        run(connection, "SET foreign_key_checks = 0; " + damage);
        return problems();
    }

    @Test
    void aRightMergeHasNoProblems() throws Exception {
        assertThat(problems()).isEmpty();
    }

    @Test
    void aChangedByteIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE hero SET portrait = x'0001' WHERE id = 101"))
                .contains("hero: 1 rows are missing, 1 are too many")
                .anyMatch(line -> line.contains("hero of source 2 missing: id=101")
                        && line.contains("portrait=\u0000\u0001 (not \u0000\u0000)"));
    }

    @Test
    void nullAndEmptyDiffer() throws Exception {
        assertThat(problemsAfter("UPDATE hero SET portrait = NULL WHERE id = 3"))
                .contains("hero: 1 rows are missing, 1 are too many");
    }

    @Test
    void aMissingRowIsSeen() throws Exception {
        assertThat(problemsAfter("DELETE FROM mail WHERE id = 6")).contains("mail: 1 rows are missing, 0 are too many");
    }

    @Test
    void oneOfTwoEqualRowsIsMissed() throws Exception {
        assertThat(problemsAfter("DELETE FROM worn WHERE hero_id = 103 LIMIT 1"))
                .contains("worn: 1 rows are missing, 0 are too many");
    }

    @Test
    void anExtraRowIsSeen() throws Exception {
        assertThat(problemsAfter("INSERT INTO title VALUES (200, 1, 'new')"))
                .contains(
                        "title: 0 rows are missing, 1 are too many",
                        "  title has too many: id=200, hero_id=1, title=new");
    }

    @Test
    void swappedReferencesAreSeenAlsoWithoutTheAudit() throws Exception {
        assertThat(problemsAfter("UPDATE hero SET mentor_id = IF(id = 102, 1, 3) WHERE id IN (102, 103)"))
                .contains("hero: 2 rows are missing, 2 are too many")
                .anyMatch(line -> line.startsWith("hero[mentor_id] -> hero: "));
    }

    @Test
    void anAuditThatFitsWrongRowsIsSeen() throws Exception {
        // both the audit and the rows take mail for what other mail was
        assertThat(problemsAfter("UPDATE mail SET sender = IF(sender = 2, 102, 2) WHERE kind = 1 AND sender > 0"))
                .anyMatch(line -> line.startsWith("mail: "));
    }

    @Test
    void aReferenceToNothingIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE mail SET sender = 77 WHERE id = 7"))
                .contains("mail[sender] -> hero: 1 references of the target lead to no row");
    }

    @Test
    void aLostRenameIsSeen() throws Exception {
        assertThat(problemsAfter("DELETE FROM snowflake_merge_rename"))
                .contains("a name that clashes was not changed: hero.name of source 2: eowyn ");
    }

    @Test
    void aNameThatDidNotFollowIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE guest SET name = 'eowyn ' WHERE castle_id = 1"))
                .contains("guest: 1 rows are missing, 1 are too many");
    }

    @Test
    void aNeedlessRenameIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE hero SET name = 'x' WHERE id = 102;"
                        + " INSERT INTO snowflake_merge_rename VALUES (0, 'hero', 'name', 2, 'Ann1', 'x')"))
                .containsExactly("a name that clashes with nobody's was changed: hero.name of source 2: Ann1");
    }

    @Test
    void equalNamesAreSeenWhereTheKeyIsGone() throws Exception {
        assertThat(problemsAfter("ALTER TABLE hero DROP KEY hero_name; UPDATE hero SET name = 'EOWYN' WHERE id = 101"))
                .contains("hero[name]: 1 values occur more than once")
                .anyMatch(
                        line -> line.startsWith("the target lacks what the main source has: index | hero | hero_name"));
    }

    @Test
    void theLaterRowOfTwoIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE castle SET owner = 101, taken = 11 WHERE id = 1"))
                .contains("castle: 1 rows are missing, 1 are too many");
    }

    @Test
    void guestsOfTheLaterHolderAreTooMany() throws Exception {
        assertThat(problemsAfter("INSERT INTO guest VALUES (1, 'eowyn.s2')"))
                .contains("guest: 0 rows are missing, 1 are too many");
    }

    @Test
    void anotherSourcesAmountIsSeen() throws Exception {
        assertThat(problemsAfter("UPDATE wallet SET best = 1 WHERE account_id = 1"))
                .contains("wallet: 1 rows are missing, 1 are too many");
    }

    @Test
    void aTriggerThatIsNotThereIsSeen() throws Exception {
        assertThat(problemsAfter("DROP TRIGGER hero_title"))
                .singleElement()
                .asString()
                .startsWith("the target lacks what the main source has: trigger | hero_title | hero | AFTER | INSERT");
    }

    @Test
    void aViewAForeignKeyAndAColumnThatDifferAreSeen() throws Exception {
        assertThat(problemsAfter("DROP VIEW names; ALTER TABLE hero DROP FOREIGN KEY hero_mentor;"
                        + " ALTER TABLE mail MODIFY body MEDIUMTEXT"))
                .anyMatch(line -> line.startsWith("the target lacks what the main source has: view | names"))
                .anyMatch(line -> line.contains("foreign key | hero | hero_mentor"))
                .anyMatch(line -> line.contains("rule | hero | hero_mentor"))
                .anyMatch(line -> line.startsWith("the target has what the main source lacks: column | mail | body"));
    }

    @Test
    void aColumnThatNoLongerCountsIsSeen() throws Exception {
        assertThat(problemsAfter("ALTER TABLE mail MODIFY id INT"))
                .anyMatch(line -> line.startsWith("the target lacks what the main source has: column | mail | id"));
    }

    @Test
    void aCounterThatWouldRepeatAnIdIsSeen() throws Exception {
        // servers keep counters above ids, as long as there is anything above; MariaDB shows one that the column cannot
        // hold
        List<String> problems = problemsAfter("UPDATE mail SET id = 2147483647 WHERE id = 7;"
                + " UPDATE snowflake_merge_map_9 SET merge_new_id = 2147483647 WHERE merge_new_id = 7");
        if (server() == DatabaseServer.MARIADB) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems).containsExactly("the counter of mail is 2147483647, its greatest id 2147483647");
        }
    }

    @Test
    void aTableThatIsNotThereIsSeen() throws Exception {
        assertThat(problemsAfter("DROP TABLE session"))
                .singleElement()
                .asString()
                .startsWith("the target's tables are [account, ");
    }

    @Test
    void fingerprintsAreEqualForEqualRowsInAnyOrder() throws Exception {
        Map<String, String> before = MergedFingerprint.of(connection, servers.target());
        run(
                connection,
                "CREATE TABLE w LIKE worn; INSERT INTO w SELECT * FROM worn ORDER BY hero_id DESC;"
                        + " DELETE FROM worn; INSERT INTO worn SELECT * FROM w; DROP TABLE w");
        assertThat(MergedFingerprint.of(connection, servers.target())).isEqualTo(before);
        run(connection, "UPDATE worn SET hero_id = 1, title_id = 1 WHERE hero_id = 2 LIMIT 1");
        assertThat(MergedFingerprint.of(connection, servers.target())).isNotEqualTo(before);
    }

    @Test
    void fingerprintsThroughIdMapsAreEqualWhateverTheFreshIdsAre() throws Exception {
        Map<String, String> before = MergedFingerprint.throughIdMaps(connection, servers.target(), FACTS);
        Map<String, String> asTheyAre = MergedFingerprint.of(connection, servers.target());
        run(
                connection,
                "UPDATE mail SET id = 77 WHERE id = 7;"
                        + " UPDATE snowflake_merge_map_9 SET merge_new_id = 77 WHERE merge_new_id = 7");
        assertThat(MergedFingerprint.throughIdMaps(connection, servers.target(), FACTS))
                .isEqualTo(before);
        assertThat(MergedFingerprint.of(connection, servers.target())).isNotEqualTo(asTheyAre);
        assertThat(problems()).isEmpty();
    }
}
