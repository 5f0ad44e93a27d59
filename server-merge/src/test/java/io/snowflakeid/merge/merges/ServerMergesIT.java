package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import org.junit.jupiter.api.Test;

/** Small merges of what H2 does not have, or what servers could do in their own way. */
class ServerMergesIT {

    /** MariaDB takes no computed column for a primary key. */
    @Test
    void aTableWhosePrimaryKeyIsComputedIsMergedLikeOneWithout() throws Exception {
        String table = "CREATE TABLE p (name VARCHAR(9) NOT NULL, low VARCHAR(9) AS (LOWER(name)) STORED PRIMARY KEY,"
                + " level INT, next INT AS (level + 1) VIRTUAL, UNIQUE KEY (next)); INSERT INTO p (name, level) VALUES ";
        String other = table + "('BOB', 2), ('Cid', 3)";
        try (SmallGame game = new SmallGame(DatabaseServer.MYSQL, table + "('Ann', 1)", other)) {
            game.merged("");

            game.requireRows("SELECT name, low, next FROM p ORDER BY low", "Ann|ann|2", "BOB|bob|3", "Cid|cid|4");
        }
    }

    @Test
    void keysLongerThanAnIndexAreKeptInSets() throws Exception {
        String tables = """
                CREATE TABLE towns (name VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL, size INT NOT NULL, PRIMARY KEY (name(191)));
                CREATE TABLE houses (id INT PRIMARY KEY AUTO_INCREMENT, town VARCHAR(1000) CHARACTER SET utf8mb4 NOT NULL);
                CREATE TABLE banned (id INT PRIMARY KEY AUTO_INCREMENT, name TEXT CHARACTER SET utf8mb4 NOT NULL);
                INSERT INTO banned (name) VALUES ('cid');
                """;
        String s1 =
                "INSERT INTO towns VALUES ('Elm', 1), ('Oak', 2); INSERT INTO houses (town) VALUES ('Elm'), ('Oak');";
        String s2 =
                "INSERT INTO towns VALUES ('Ash', 2), ('Fir', 1); INSERT INTO houses (town) VALUES ('Ash'), ('Fir');"
                        + "INSERT INTO banned (name) VALUES ('dan');";
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), tables + s1, tables + s2)) {
            game.merged("""
                    tables: { towns: { where: size > 1 } }
                    references: [ houses.town -> towns.name ]
                    unique: [ { key: banned.name, on-clash: keep-first } ]
                    """);

            game.requireRows("SELECT town FROM houses ORDER BY 1", "Ash", "Oak");
            game.requireRows("SELECT name FROM banned ORDER BY 1", "cid", "dan");
        }
    }

    @OnMySqlAndMariaDb
    void tablesWhoseNamesDifferByCaseAreTwo(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE Hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, UNIQUE KEY (name));
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, UNIQUE KEY (name));
                CREATE TABLE pet (id INT PRIMARY KEY AUTO_INCREMENT, big INT NOT NULL, small INT NOT NULL);
                """;
        String s1 = "INSERT INTO Hero VALUES (1, 'Ann'); INSERT INTO hero VALUES (1, 'ant'), (50, 'bee');"
                + "INSERT INTO pet VALUES (1, 1, 50)";
        String s2 = "INSERT INTO Hero VALUES (1, 'Bob'); INSERT INTO hero VALUES (1, 'cat'), (9, 'dog');"
                + "INSERT INTO pet VALUES (1, 1, 9)";
        try (SmallGame game = new SmallGame(kind, tables + s1, tables + s2)) {
            PlanFile plan = game.merged("references: [ pet.big -> Hero.id, pet.small -> hero.id ]\n");

            game.requireRows("SELECT id, name FROM Hero ORDER BY 1", "1|Ann", "11|Bob");
            game.requireRows("SELECT id, name FROM hero ORDER BY 1", "1|ant", "50|bee", "101|cat", "109|dog");
            game.requireRows("SELECT big, small FROM pet ORDER BY id", "1|50", "11|109");
            assertThat(game.where(plan, "s2", "hero", "9"))
                    .startsWith("s2.hero (id = 9) is " + game.target() + ".hero (id = 109)");
        }
    }

    /** In any case, with blanks behind, and in another collation on the second server. */
    @OnMySqlOrMariaDb
    void namesThatStandForNoneAreAllKeptInTheTargetsCollation(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET %1$s NOT NULL, KEY (name));
                CREATE TABLE purse (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, gold INT NOT NULL);
                """;
        String s1 = tables.formatted("utf8mb4 COLLATE utf8mb4_general_ci")
                + "INSERT INTO hero VALUES (1, 'Ann'), (2, ''), (3, ''), (4, 'It''s \\\\gone');"
                + "INSERT INTO purse VALUES (1, 1, 10), (2, 2, 20)";
        String s2 = tables.formatted("latin1 COLLATE latin1_bin")
                + "INSERT INTO hero VALUES (1, 'ANN'), (2, ''), (3, '  '), (4, 'IT''S \\\\GONE'), (5, 'Bob');"
                + "INSERT INTO purse VALUES (1, 1, 30), (2, 3, 40), (3, 4, 50)";
        try (SmallGame game = new SmallGame(kind, s1, s2)) {
            PlanFile plan = game.merged("""
                    tables: { hero: { ids: offset }, purse: { ids: offset } }
                    references: [ purse.hero -> hero.id ]
                    unique: [ { key: hero.name, none: [ '', 'it''s \\gone' ], on-clash: keep-first, references: follow } ]
                    """);

            assertThat(game.rows("SELECT id, name FROM hero ORDER BY id"))
                    .containsExactly("1|Ann", "2|", "3|", "4|It's \\gone", "12|", "13|  ", "14|IT'S \\GONE", "15|Bob");
            game.requireRows("SELECT hero, gold FROM purse ORDER BY gold", "1|10", "2|20", "1|30", "13|40", "14|50");
            assertThat(game.where(plan, "s2", "hero", "4")).endsWith(".hero (id = 14)");
        }
    }

    // -------------------------------------------------------------------------------- what servers do in their own way

    private static final String NAMES =
            "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(%s NOT NULL, UNIQUE KEY n (name));"
                    + " INSERT INTO p (name) VALUES ";
    private static final String RENAME = "unique: [ { key: p.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]\n";

    @OnMySqlOrMariaDb
    void newNamesClashWithNoOtherNotEvenWithThoseThatLookLikeThem(DatabaseServer kind) throws Exception {
        String names = NAMES.formatted("10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        try (SmallGame game = new SmallGame(
                kind,
                names + "('bob'), ('BOB.s2'), ('bob.s3'), ('longername'), ('longern.s2'), ('longer1')",
                names + "('Bob'), ('bób.S3'), ('LONGERNAME'), ('bob.s2x')",
                names + "('bob '), ('bob.s2'), ('longernamé'), ('longern.s3')")) {
            game.merged(RENAME, new MergeFacts().name("p.name", Clash.RENAME_LATER));
            game.requireRows("SELECT COUNT(*), COUNT(DISTINCT name) FROM p", "14|14");
        }
    }

    @OnMySqlOrMariaDb
    void namesInOtherCharacterSetsAreComparedAsTheTargetDoes(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(
                kind,
                NAMES.formatted("20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci") + "('Zoë'), ('Ann')",
                NAMES.formatted("20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin") + "('ZOE'), ('zoe2')",
                NAMES.formatted("20) CHARACTER SET latin1") + "('zoé'), ('ann ')")) {
            game.merged(
                    RENAME + "accept: [ { code: SCHEMA_COLUMN_COLLATION, subject: \"*.p.name\", because: seen } ]\n",
                    new MergeFacts().name("p.name", Clash.RENAME_LATER));
            game.requireRows("SELECT name FROM p ORDER BY id", "Zoë", "Ann", "ZOE.s2", "zoe2", "zoé.s3", "ann .s3");
        }
    }

    @OnMySqlAndMariaDb
    void aTriggerRunsInItsOwnSqlMode(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE t (id INT PRIMARY KEY);
                CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT, text VARCHAR(9));
                SET SESSION sql_mode = 'PIPES_AS_CONCAT,ANSI_QUOTES';
                CREATE TRIGGER "noted" AFTER INSERT ON "t" FOR EACH ROW INSERT INTO "log" VALUES (0, 'id ' || NEW.id);
                CREATE TRIGGER again AFTER INSERT ON t FOR EACH ROW FOLLOWS "noted" INSERT INTO log VALUES (0, NULL);
                """;
        try (SmallGame game = new SmallGame(kind, tables, tables)) {
            PlanFile plan = game.merged("");

            game.inTarget(
                    "INSERT INTO t VALUES (5)",
                    "SET SESSION sql_mode = ''",
                    "DROP TRIGGER again",
                    "CREATE TRIGGER again AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (0, NULL)");

            game.requireRows("SELECT id, text FROM log ORDER BY id", "1|id 5", "2|null");
            assertThat(game.faults(plan))
                    .anyMatch(fault -> fault.startsWith("the trigger again is ")
                            && fault.contains("in the SQL mode '', planned was "));
        }
    }

    @OnMySqlAndMariaDb
    void aTableHasSeveralFulltextKeys(DatabaseServer kind) throws Exception {
        String table =
                "CREATE TABLE t (id INT PRIMARY KEY, a TEXT, b TEXT, FULLTEXT KEY (a), KEY (b(9)), FULLTEXT KEY (b));";
        try (SmallGame game = new SmallGame(kind, table, table)) {
            game.merged("");
        }
    }

    @OnMySqlAndMariaDb
    void aComputedReferenceMovesOnlyWithWhatItIsComputedFrom(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE items (id INT PRIMARY KEY AUTO_INCREMENT, Owner INT, t INT, giver INT, half INT AS (IF(t = 1, owner, NULL)),
                    player INT AS (half) STORED, FOREIGN KEY (player) REFERENCES players (id), FOREIGN KEY (giver) REFERENCES players (id));
                INSERT INTO players VALUES (1), (2);
                INSERT INTO items (owner, t) VALUES (2, 1), (2, 2);
                """;
        try (SmallGame game = new SmallGame(kind, tables, tables)) {
            assertThat(game.subjects("", "REFERENCE_TYPE")).containsExactly("ERROR items.player -> players.id");
            game.merged("references: [ { from: items.owner, to: players.id, when: 't = 1' } ]\n");
            game.requireRows("SELECT owner, player FROM items ORDER BY id", "2|2", "2|null", "12|12", "2|null");
        }
    }

    @OnMySqlAndMariaDb
    void whatRefersToANewNameInAnotherCaseFollowsIt(DatabaseServer kind) throws Exception {
        String tables = NAMES.formatted("20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci") + """
                ('Bob'), ('Eve');
                CREATE TABLE seats (name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY,
                    id INT NOT NULL, FOREIGN KEY (name) REFERENCES p (name));
                CREATE TABLE mail (id INT PRIMARY KEY, name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci,
                    FOREIGN KEY (name) REFERENCES seats (name));
                INSERT INTO seats VALUES ('bob', 1);
                """;
        try (SmallGame game = new SmallGame(
                kind,
                tables + "INSERT INTO mail VALUES (1, 'BOB')",
                tables + "INSERT INTO mail VALUES (2, 'BOB'), (3, NULL)")) {
            game.merged(RENAME);
            game.requireRows("SELECT name FROM seats ORDER BY 1", "bob", "Bob.s2");
            game.requireRows("SELECT name FROM mail ORDER BY id", "BOB", "Bob.s2", "null");
        }
    }

    @OnMySqlOrMariaDb
    void columnsInAnotherOrderFindTheirPlaces(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(
                kind,
                "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a INT, b INT, c VARCHAR(9)); INSERT INTO t VALUES (1, 10, 20, 'x')",
                "CREATE TABLE t (c VARCHAR(9), b INT, id INT PRIMARY KEY AUTO_INCREMENT, a INT); INSERT INTO t VALUES ('y', 2, 1, 1)",
                "CREATE TABLE t (b INT, a INT, c VARCHAR(9), id INT, PRIMARY KEY (id), KEY (a)); INSERT INTO t VALUES (4, 3, 'z', 1)")) {
            game.merged("", new MergeFacts());
        }
    }

    @OnMySqlOrMariaDb
    void idsOfZeroAndBelowAreIdsAndAReferenceWithANullIsNone(DatabaseServer kind) throws Exception {
        String rows = """
                CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, up INT, FOREIGN KEY (up) REFERENCES t (id));
                CREATE TABLE a (id INT AUTO_INCREMENT, part INT NOT NULL, PRIMARY KEY (id, part));
                CREATE TABLE b (id INT PRIMARY KEY AUTO_INCREMENT, a_id INT, a_part INT,
                    FOREIGN KEY (a_id, a_part) REFERENCES a (id, part));
                INSERT INTO t VALUES (0, NULL), (-5, 0), (3, -5), (-2147483648, 3);
                INSERT INTO a VALUES (1, 1), (2, 7);
                INSERT INTO b VALUES (1, 1, 1), (2, NULL, 7), (3, 2, NULL), (4, NULL, NULL), (5, 2, 7);
                """;
        try (SmallGame game = new SmallGame(kind, rows, rows, rows)) {
            game.merged("", new MergeFacts());
            // a part is a number of a key, no id
            game.requireRows("SELECT DISTINCT part FROM a ORDER BY part", "1", "7");
        }
    }
}
