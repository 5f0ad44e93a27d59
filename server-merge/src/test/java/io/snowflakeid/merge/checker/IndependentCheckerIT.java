package io.snowflakeid.merge.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @BeforeEach
    void mergeByHand() throws Exception {
        servers = GameServers.onAny(2).filled(IndependentCheckerIT::fill);
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
        String login = server == 0 ? "bob" : "BOB";
        String name = server == 0 ? "Éowyn" : "eowyn ";
        run(
                connection,
                TABLES
                        + TRIGGER
                        + """
                ;
                INSERT INTO town VALUES (1, 'north'), (2, 'south');
                INSERT INTO account VALUES (1, '{login}'), (2, 'own{server}');
                INSERT INTO hero (id, name, account_id, mentor_id, town_id, portrait) VALUES
                    (1, '{name}', 1, NULL, 1, x'0000'), (2, 'Ann{server}', 1, 1, 2, NULL), (3, 'Cid{server}', 2, 3, 2, x'');
                INSERT INTO worn SELECT hero_id, id FROM title;
                INSERT INTO worn SELECT hero_id, id FROM title;
                INSERT INTO mail VALUES (1, 1, 2, 'a'), (2, 1, 0, 'b'), (3, 2, 2, NULL);
                INSERT INTO castle VALUES (1, 1, 10 + {server}), (2, 2, 10 - {server});
                INSERT INTO guest VALUES (1, '{name}'), (2, 'Ann{server}');
                INSERT INTO wallet VALUES (1, 5, {server}), (2, 7, 7);
                INSERT INTO session VALUES (1);
                """.replace("{login}", login).replace("{name}", name).replace("{server}", "" + server));
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
        SqlScript.run(connection, SqlScript.statements(script));
    }

    private List<String> problems() throws SQLException {
        return IndependentChecker.problems(connection, servers.sources(), servers.target(), FACTS);
    }

    @Test
    void aRightMergeHasNoProblems() throws Exception {
        assertThat(problems()).isEmpty();
    }

    /** A damage, and the beginning of a problem that is then named. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '~', textBlock = """
            UPDATE hero SET portrait = x'0001' WHERE id = 101 #   hero of source 2 missing: id=101
            UPDATE hero SET portrait = NULL WHERE id = 3 # hero: 1 rows are missing, 1 are too many
            DELETE FROM mail WHERE id = 6 # mail: 1 rows are missing, 0 are too many
            DELETE FROM worn WHERE hero_id = 103 LIMIT 1 # worn: 1 rows are missing, 0 are too many
            INSERT INTO title VALUES (200, 1, 'new') # title: 0 rows are missing, 1 are too many
            UPDATE hero SET mentor_id = IF(id = 102, 1, 3) WHERE id IN (102, 103) # hero[mentor_id] -> hero: 2 references
            UPDATE mail SET sender = IF(sender = 2, 102, 2) WHERE kind = 1 AND sender > 0 # mail: 2 rows are missing
            UPDATE mail SET sender = 77 WHERE id = 7 # mail[sender] -> hero: 1 references of the target lead to no row
            DELETE FROM snowflake_merge_rename # a name that clashes was not changed: hero.name of source 2: eowyn
            UPDATE guest SET name = 'eowyn ' WHERE castle_id = 1 # guest: 1 rows are missing, 1 are too many
            UPDATE hero SET name = 'x' WHERE id = 102; INSERT INTO snowflake_merge_rename VALUES (0, 'hero', 'name', 2, 'Ann1', 'x') # a name that clashes with nobody's was changed: hero.name of source 2: Ann1
            ALTER TABLE hero DROP KEY hero_name; UPDATE hero SET name = 'EOWYN' WHERE id = 101 # hero[name]: 1 values occur more than once
            ALTER TABLE hero DROP KEY hero_name # the target lacks what the main source has: index | hero | hero_name
            UPDATE castle SET owner = 101, taken = 11 WHERE id = 1 # castle: 1 rows are missing, 1 are too many
            INSERT INTO guest VALUES (1, 'eowyn.s2') # guest: 0 rows are missing, 1 are too many
            UPDATE wallet SET best = 1 WHERE account_id = 1 # wallet: 1 rows are missing, 1 are too many
            DROP TRIGGER hero_title # the target lacks what the main source has: trigger | hero_title | hero | AFTER | INSERT
            DROP VIEW names # the target lacks what the main source has: view | names
            ALTER TABLE hero DROP FOREIGN KEY hero_mentor # the target lacks what the main source has: foreign key | hero | hero_mentor
            ALTER TABLE mail MODIFY body MEDIUMTEXT # the target has what the main source lacks: column | mail | body
            ALTER TABLE mail MODIFY id INT # the target lacks what the main source has: column | mail | id
            ALTER TABLE mail ENGINE = MyISAM # a table of the target is not InnoDB: mail | MyISAM
            UPDATE snowflake_merge_source SET number = 3 WHERE number = 2 # snowflake_merge_source tells number 3 for s2, it is source 2
            DROP TABLE session # the target's tables are [account,
            """)
    void whateverIsDoneToItIsNamed(String damage, String problem) throws Exception {
        run(connection, "SET foreign_key_checks = 0; " + damage);
        assertThat(problems()).anySatisfy(line -> assertThat(line.strip()).startsWith(problem));
    }

    /** MariaDB's goes on to 2147483648, so there is nothing to name. */
    @Test
    void aCounterThatStopsAtTheGreatestIdIsNamed() throws Exception {
        run(
                connection,
                "UPDATE mail SET id = 2147483647 WHERE id = 7;"
                        + " UPDATE snowflake_merge_map_9 SET merge_new_id = 2147483647 WHERE merge_new_id = 7");
        if (connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")) {
            assertThat(problems()).isEmpty();
        } else {
            assertThat(problems()).contains("the counter of mail is 2147483647, its greatest id 2147483647");
        }
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
}
