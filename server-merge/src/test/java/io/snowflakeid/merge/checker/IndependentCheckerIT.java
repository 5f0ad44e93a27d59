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

    private static final String TABLES = SqlScript.resource("checked-tables.sql");

    private static final MergeFacts FACTS = new MergeFacts()
            .rows(RowsOf.MAIN, "town")
            .rows(RowsOf.NONE, "session")
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
        run(connection, TABLES + SqlScript.resource("checked-target.sql"));
    }

    @AfterEach
    void drop() throws SQLException {
        if (connection != null) { // else the test was skipped
            connection.close();
            servers.close();
        }
    }

    private static void fill(Connection connection, int server) throws SQLException {
        run(
                connection,
                TABLES
                        + SqlScript.resource("checked-source.sql")
                                .replace("{login}", server == 0 ? "bob" : "BOB")
                                .replace("{name}", server == 0 ? "Éowyn" : "eowyn ")
                                .replace("{server}", "" + server));
    }

    private static void run(Connection connection, String script) throws SQLException {
        SqlScript.run(connection, script);
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
            UPDATE hero SET name = 'x' WHERE id = 102; INSERT INTO snowflake_merge_rename VALUES (0, 'hero', 'name', 2, 'Ann1', 'x') # a name that clashes with no other was changed: hero.name of source 2: Ann1
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
            UPDATE snowflake_merge_source SET number = 3 WHERE number = 2 # snowflake_merge_source says number 3 for s2, it is source 2
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
