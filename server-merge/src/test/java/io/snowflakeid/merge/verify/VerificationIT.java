package io.snowflakeid.merge.verify;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Whatever is done to a target by hand, a verification finds and names it. */
class VerificationIT {

    /** Ids of s2 are 10 more in the target, except those of letters, which are 3 and 4. */
    private static final String TABLES = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, level INT NOT NULL, KEY by_name (name));
            CREATE TABLE bag (hero INT NOT NULL, slot INT NOT NULL, item VARCHAR(20), PRIMARY KEY (hero, slot),
                CONSTRAINT bag_hero FOREIGN KEY (hero) REFERENCES hero (id) ON DELETE CASCADE);
            CREATE TABLE letter (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NULL, body VARCHAR(20) NULL);
            CREATE TABLE purse (account VARCHAR(10) PRIMARY KEY, gold INT NOT NULL);
            CREATE TABLE duel (winner INT NOT NULL, fought INT NOT NULL);
            CREATE TABLE tag (word VARCHAR(20) PRIMARY KEY, code VARBINARY(4) NULL);
            CREATE VIEW strong AS SELECT name FROM hero WHERE level > 1 AND name <> 'x';
            CREATE TRIGGER trim_body BEFORE INSERT ON letter FOR EACH ROW SET NEW.body = TRIM(NEW.body);
            INSERT INTO bag VALUES (1, 1, 'sword'), (1, 2, 'axe'), (2, 1, 'bow');
            INSERT INTO letter VALUES (1, 1, 'hi'), (2, 2, NULL);
            INSERT INTO duel VALUES (1, 5), (1, 5), (2, 6);
            """;

    private static final String ONE = TABLES + """
            INSERT INTO hero VALUES (1, 'Ann', 1), (2, 'Bob', 2);
            INSERT INTO purse VALUES ('ann', 5), ('bob', 7);
            INSERT INTO tag VALUES ('red', x'00ff'), ('blue', NULL);
            """;

    private static final String OTHER = TABLES + """
            INSERT INTO hero VALUES (1, 'Cid', 1), (2, 'Dan', 2);
            INSERT INTO purse VALUES ('ann', 6), ('eve', 1);
            INSERT INTO tag VALUES ('green', x'01'), ('black', NULL);
            """;

    private static final String CONFIG = """
            tables:
              letter: { ids: map }
            references: [ letter.hero -> hero.id, duel.winner -> hero.id ]
            unique: [ { key: purse.account, on-clash: keep-first } ]
            """;

    @OnMySqlOrMariaDb
    void eachRowThatWasDamagedIsNamed(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, ONE, OTHER)) {
            PlanFile plan = game.merged(CONFIG);

            game.inTarget(
                    "UPDATE hero SET name = 'Ann ', level = 3 WHERE id = 1",
                    "DELETE FROM bag WHERE hero = 11 AND slot = 2",
                    "INSERT INTO letter VALUES (77, NULL, 'from none')",
                    "DELETE FROM letter WHERE id = 4",
                    "UPDATE purse SET gold = 12 WHERE account = 'ann'",
                    "UPDATE purse SET account = 'zoe' WHERE account = 'eve'",
                    "DELETE FROM duel WHERE winner = 1 LIMIT 1",
                    "UPDATE duel SET fought = 7 WHERE winner = 12",
                    "UPDATE tag SET word = 'RED', code = x'00fe' WHERE word = 'red'",
                    "INSERT INTO tag VALUES ('white', NULL)");

            assertThat(game.faults(plan))
                    .containsExactly(
                            "bag: 5 rows in the target, 6 expected",
                            "s2.bag: 1 row(s) missing in the target: hero = 11, slot = 2",
                            "duel: 5 rows in the target, 6 expected",
                            "s1.duel: 1 row(s) missing in the target: winner = 1, fought = 5",
                            "s2.duel: 1 row(s) missing in the target: winner = 12, fought = 6",
                            "duel: 1 row(s) of the target that no source explains: winner = 12, fought = 7",
                            "s1.hero: 1 row(s) with other values in the target: id = 1 (name, level)",
                            "s2.letter: 1 row(s) missing in the target: id = 4",
                            "letter: 1 row(s) of the target that no source explains: id = 77",
                            "s1.purse: 1 row(s) with other values in the target: account = ann (gold)",
                            "s2.purse: 1 row(s) missing in the target: account = eve",
                            "purse: 1 row(s) of the target that no source explains: account = zoe",
                            "tag: 5 rows in the target, 4 expected",
                            "s1.tag: 1 row(s) missing in the target: word = red",
                            "tag: 2 row(s) of the target that no source explains: word = RED; word = white");
            game.requireRows("SELECT COUNT(*) FROM snowflake_merge_fault", "15");
            assertThat(
                            game.rows(
                                    "SELECT source, expected_rows, found_rows, fine FROM snowflake_merge_check WHERE table_name = 'bag' ORDER BY source"))
                    .containsExactly("0|6|5|0", "1|3|-1|1", "2|3|-1|0");
        }
    }

    @OnMySqlOrMariaDb
    void aValueOfAnotherTypeIsRightAsTheTargetStoresIt(DatabaseServer kind) throws Exception {
        String table = "CREATE TABLE fee (id INT AUTO_INCREMENT PRIMARY KEY, a %s, b %s, c %s, d %s, e %s, f %s);";
        String wide =
                table.formatted("DECIMAL(10,2)", "DATETIME(3)", "DATETIME", "TIME(2)", "TIMESTAMP(2) NULL", "DATETIME");
        String narrow = table.formatted("DECIMAL(8,1)", "DATETIME", "DATE", "TIME", "TIMESTAMP NULL", "DATE");
        try (SmallGame game = new SmallGame(
                kind,
                wide
                        + "INSERT INTO fee VALUES (1, 1.25, '2020-01-01 10:00:00.5', '2020-01-01 10:00:00', '10:00:00.5', '2020-01-01 10:00:00.5', '2020-02-00')",
                narrow
                        + "INSERT INTO fee VALUES (1, 5.5, '2020-01-01 10:00:00', '2020-01-01', '-10:00:00', '2020-01-01', '0000-00-00'),"
                        + " (2, NULL, NULL, NULL, NULL, NULL, NULL)")) {
            PlanFile plan = game.merged("");

            game.inTarget(
                    "UPDATE fee SET a = 5.51, b = b + INTERVAL 1000 MICROSECOND,"
                            + " c = c + INTERVAL 1 SECOND, d = '-10:00:00.01', e = e + INTERVAL 10000 MICROSECOND, f = NULL WHERE id = 11");

            assertThat(game.faults(plan))
                    .containsExactly("s2.fee: 1 row(s) with other values in the target: id = 11 (a, b, c, d, e, f)");
        }
    }

    /** The other reading is that after the row was corrected. */
    @Test
    void whatASecondReadingFindsRightIsRight() throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), ONE, OTHER)) {
            PlanFile plan = game.merged(CONFIG);
            game.inTarget("UPDATE hero SET level = 9 WHERE id = 1");
            assertThat(game.faults(plan))
                    .containsExactly("s1.hero: 1 row(s) with other values in the target: id = 1 (level)");
            AtomicBoolean corrected = new AtomicBoolean();

            List<String> faults = MergeVerification.verify(plan, game.password(), 1, progress -> {
                        if (progress.step().equals("compare rows") && progress.done() >= progress.total() - 6) {
                            corrected.set(true);
                            game.inTarget("UPDATE hero SET level = 1 WHERE id = 1");
                        }
                    })
                    .faults();

            assertThat(corrected).isTrue();
            assertThat(faults).isEmpty();
        }
    }

    @Test
    void ofManyRowsThatDifferSomeAreCounted() throws Exception {
        String table = "CREATE TABLE hit (id INT PRIMARY KEY AUTO_INCREMENT, n INT NOT NULL);";
        String rows =
                "INSERT INTO hit (n) WITH RECURSIVE w (q) AS (SELECT 1 UNION ALL SELECT q + 1 FROM w WHERE q < 900)"
                        + " SELECT a.q FROM w a JOIN w b WHERE b.q <= 23";
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), table + rows, table)) {
            PlanFile plan = game.merged("");
            game.inTarget("UPDATE hit SET n = n + 1");

            assertThat(game.faults(plan))
                    .hasSize(2)
                    .anySatisfy(fault -> assertThat(fault)
                            .matches("s1\\.hit: at least \\d{4} row\\(s\\) with other values in the target,"
                                    + " among them id = \\d+ \\(n\\); .*"))
                    .anySatisfy(
                            fault -> assertThat(fault).startsWith("hit: not all parts in which rows differ were read"));
        }
    }

    @OnMySqlOrMariaDb
    void whatWasRedefinedIsNamed(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, ONE, OTHER)) {
            PlanFile plan = game.merged(CONFIG);

            game.inTarget(
                    "DROP VIEW strong",
                    "CREATE VIEW weak AS SELECT name FROM hero",
                    "DROP TRIGGER trim_body",
                    "ALTER TABLE bag DROP FOREIGN KEY bag_hero",
                    "ALTER TABLE hero DROP KEY by_name, ADD KEY by_level (level), MODIFY level BIGINT NULL AFTER id",
                    "ALTER TABLE letter DROP COLUMN body",
                    "DROP TABLE duel",
                    "CREATE TABLE stray (id INT)",
                    "ALTER TABLE purse DROP PRIMARY KEY",
                    "ALTER TABLE tag ENGINE = MyISAM");

            // MariaDB shows how wide a number is displayed
            assertThat(game.faults(plan).stream().map(fault -> fault.replaceAll("int\\(\\d+\\)", "int")))
                    .containsExactly(
                            "bag: the foreign key bag_hero is missing in the target",
                            "duel: the table is missing in the target",
                            "hero: the column level is bigint DEFAULT NULL, planned was int NOT NULL",
                            "hero: the key by_name is missing in the target",
                            "hero: the order of its columns is id, level, name, planned was id, name, level",
                            "letter: the column body is missing in the target",
                            "purse: the part PRIMARY KEY (`account`) is missing in the target",
                            "tag: its engine is MyISAM, planned was InnoDB",
                            "the trigger trim_body is missing in the target",
                            "the view strong is missing in the target",
                            "stray: the table is in the target and was not planned",
                            "hero: the key by_level is in the target and was not planned",
                            "the view weak is in the target and was not planned",
                            "letter: its rows were not compared, as a column or the key PRIMARY is missing",
                            "purse: its rows were not compared, as a column or the key PRIMARY is missing");
        }
    }

    @OnMySqlOrMariaDb
    void anotherTextInADefinitionIsNamed(DatabaseServer kind) throws Exception {
        String table = "CREATE TABLE note (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(9) DEFAULT 'x  y',"
                + " b ENUM('_x1', 'c  d'), g VARCHAR(20) AS (CONCAT(a, 'it''s  _x1')) VIRTUAL,"
                + " up INT, CONSTRAINT ck CHECK (a <> '_x1'), KEY by_a (a),"
                + " CONSTRAINT up FOREIGN KEY (up) REFERENCES note (id) ON DELETE CASCADE);"
                + "CREATE TRIGGER tr BEFORE INSERT ON note FOR EACH ROW SET NEW.a = 'x  y';";
        try (SmallGame game = new SmallGame(kind, table, table)) {
            PlanFile plan = game.merged("");
            assertThat(game.faults(plan)).isEmpty();

            game.inTarget(
                    "ALTER TABLE note MODIFY a VARCHAR(9) DEFAULT 'x y', MODIFY b ENUM('_x1', 'c d'),"
                            + " MODIFY g VARCHAR(20) AS (CONCAT(a, 'it''s _x1')) VIRTUAL",
                    "ALTER TABLE note DROP FOREIGN KEY up, DROP KEY by_a, ADD UNIQUE KEY by_a (a)",
                    "ALTER TABLE note ADD CONSTRAINT up FOREIGN KEY (up) REFERENCES note (id)",
                    "ALTER TABLE note DROP CONSTRAINT ck",
                    "ALTER TABLE note ADD CONSTRAINT ck CHECK (a <> '_x2')",
                    "DROP TRIGGER tr",
                    "CREATE TRIGGER tr BEFORE INSERT ON note FOR EACH ROW SET NEW.a = 'x y'");

            assertThat(game.faults(plan))
                    .satisfiesExactly(
                            says("note: the column a is varchar(9)", "x y", "planned was", "x  y", ""),
                            says("note: the column b is enum('_x1','c d')", "planned was enum('_x1','c  d')", ""),
                            says("note: the column g is varchar(20)", "s _x1", "planned was", "s  _x1", ""),
                            says("note: the part CONSTRAINT `ck` CHECK", "_x1", " is missing in the target"),
                            says("note: the key by_a is ADD UNIQUE KEY", ", planned was ADD KEY", ""),
                            says(
                                    "note: the foreign key up is ADD CONSTRAINT",
                                    "REFERENCES `note` (`id`), planned was",
                                    "REFERENCES `note` (`id`) ON DELETE CASCADE"),
                            says("the trigger tr is", "'x y' in the", "planned", "'x  y' in the", "ON_ZERO'"),
                            says(
                                    "note: the part CONSTRAINT `ck` CHECK",
                                    "_x2",
                                    " is in the target and was not planned"));
        }
    }

    @Test
    void aSourceThatWentBackToLifeIsNamedAndTheTargetNotBlamed() throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), ONE, OTHER)) {
            PlanFile plan = game.merged(CONFIG);
            game.in(2, "INSERT INTO hero VALUES (9, 'Eve', 1)");
            String finished = game.rows(
                            "SELECT CONVERT_TZ(finished_at, @@SESSION.time_zone, '+00:00') FROM snowflake_merge_run")
                    .get(0);

            assertThatThrownBy(() -> game.faults(plan))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessageContainingAll(
                            "sources changed since the plan of " + plan.plan().plannedAt() + " UTC",
                            "s2.hero: it had 2 rows and has 3",
                            "until it was finished at " + finished + " UTC",
                            "the target " + game.target() + " holds what was there before",
                            "cannot be proved",
                            "verify before the sources go back to life",
                            "If one of them was written to before " + finished + ", that is not in the target",
                            "drop it, plan and merge again");
        }
    }
}
