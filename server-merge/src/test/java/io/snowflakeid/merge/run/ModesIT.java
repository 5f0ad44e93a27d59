package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Each way to merge a table, on rows that are few enough to write down what must become of them. */
class ModesIT {

    @TempDir
    Path folder;

    private SmallGame game(DatabaseServer kind, String tables, String... rows) throws Exception {
        String[] scripts = new String[rows.length];
        for (int i = 0; i < rows.length; i++) {
            scripts[i] = tables + rows[i];
        }
        return new SmallGame(kind, folder, scripts);
    }

    private static void requireFine(SmallGame game, PlanFile plan) throws Exception {
        assertThat(game.faults(plan)).isEmpty();
    }

    @OnMySqlOrMariaDb
    void freshIdsGoWithSelfReferencesCirclesAndConditions(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, mentor INT, guild INT,
                    CONSTRAINT h1 FOREIGN KEY (mentor) REFERENCES hero (id));
                CREATE TABLE guild (id INT PRIMARY KEY AUTO_INCREMENT, leader INT NOT NULL,
                    CONSTRAINT g1 FOREIGN KEY (leader) REFERENCES hero (id));
                ALTER TABLE hero ADD CONSTRAINT h2 FOREIGN KEY (guild) REFERENCES guild (id);
                CREATE TABLE rank_of (id INT NOT NULL AUTO_INCREMENT, guild INT NOT NULL, PRIMARY KEY (id, guild),
                    CONSTRAINT r1 FOREIGN KEY (guild) REFERENCES guild (id));
                CREATE TABLE member (hero INT PRIMARY KEY, guild INT NOT NULL, place INT NOT NULL,
                    CONSTRAINT m1 FOREIGN KEY (place, guild) REFERENCES rank_of (id, guild));
                CREATE TABLE item (id INT PRIMARY KEY, kind INT NOT NULL, owner INT NOT NULL DEFAULT 0);
                """;
        String first = "INSERT INTO hero VALUES (1, 2, 1), (2, 1, NULL); INSERT INTO guild VALUES (1, 1);"
                + "INSERT INTO rank_of VALUES (1, 1); INSERT INTO member VALUES (1, 1, 1);"
                + "INSERT INTO item VALUES (1, 1, 2), (2, 2, 1), (3, 1, 0), (4, 9, 2)";
        String second =
                "INSERT INTO hero VALUES (-3, 2, 1), (0, -3, 1), (2, 2, NULL); INSERT INTO guild VALUES (1, -3);"
                        + "INSERT INTO rank_of VALUES (5, 1); INSERT INTO member VALUES (2, 1, 5);"
                        + "INSERT INTO item VALUES (11, 1, 2), (12, 2, 1), (13, 1, 0), (14, 9, 2)";
        try (SmallGame game = game(kind, tables, first, second)) {
            PlanFile plan = game.merge("""
                    tables:
                      hero: { ids: map }
                      guild: { ids: map }
                      rank_of: { ids: map }
                    references:
                      - { from: item.owner, to: hero.id, when: "kind = 1", none: [0] }
                      - { from: item.owner, to: guild.id, when: "kind = 2" }
                      - member.hero -> hero.id
                    """);
            assertThat(plan.plan().domains())
                    .allMatch(domain -> domain.mode() == IdMode.MAP)
                    .hasSize(3);
            assertThat(game.rows("SELECT * FROM hero ORDER BY id"))
                    .containsExactly("1|2|1", "2|1|null", "3|5|2", "4|3|2", "5|5|null");
            assertThat(game.rows("SELECT * FROM guild ORDER BY id")).containsExactly("1|1", "2|3");
            assertThat(game.rows("SELECT * FROM rank_of ORDER BY id")).containsExactly("1|1", "2|2");
            assertThat(game.rows("SELECT * FROM member ORDER BY hero")).containsExactly("1|1|1", "5|2|2");
            assertThat(game.rows("SELECT * FROM item ORDER BY id"))
                    .containsExactly("1|1|2", "2|2|1", "3|1|0", "4|9|2", "11|1|5", "12|2|2", "13|1|0", "14|9|2");
            requireFine(game, plan);
        }
    }

    /** Two servers that ran with the same worker for a moment: a few ids are the same, the others are kept. */
    @OnMySqlOrMariaDb
    void snowflakeIdsOfWhichAFewClashAreKeptButForThese(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE account (id BIGINT PRIMARY KEY, name VARCHAR(20), parent BIGINT);
                CREATE TABLE letter (id BIGINT PRIMARY KEY AUTO_INCREMENT, sender BIGINT NOT NULL DEFAULT 0);
                """;
        String first =
                "INSERT INTO account VALUES (9000000000000000001, 'a', NULL), (9000000000000000005, 'b', 9000000000000000001);"
                        + "INSERT INTO letter VALUES (9000000000000000007, 9000000000000000005)";
        String second = "INSERT INTO account VALUES (9000000000000000002, 'c', 9000000000000000005),"
                + " (9000000000000000003, 'd', NULL), (9000000000000000005, 'e', 9000000000000000005);"
                + "INSERT INTO letter VALUES (9000000000000000008, 9000000000000000005), (9000000000000000009, 0),"
                + " (9000000000000000010, 9000000000000000002)";
        String third = "INSERT INTO account VALUES (9000000000000000002, 'f', 9000000000000000005),"
                + " (9000000000000000004, 'g', NULL), (9000000000000000005, 'h', 9000000000000000002),"
                + " (9000000000000000006, 'i', 9000000000000000004), (9000000000000000011, 'j', NULL)";
        try (SmallGame game = game(kind, tables, first, second, third)) {
            PlanFile plan = game.merge("""
                    tables: { account: { id-range: 1..9000000000000000014 } }
                    references:
                      - { from: letter.sender, to: account.id, none: [0] }
                      - account.parent -> account.id
                    """);
            assertThat(plan.plan().domains())
                    .filteredOn(domain -> domain.name().equals("account.id"))
                    .allMatch(domain -> domain.mode() == IdMode.MAP_CLASHES)
                    .hasSize(1);
            assertThat(
                            game.rows(
                                    "SELECT id - 9000000000000000000, name, parent - 9000000000000000000 FROM account ORDER BY id"))
                    .containsExactly(
                            "1|a|null",
                            "2|c|12",
                            "3|d|null",
                            "4|g|null",
                            "5|b|1",
                            "6|i|4",
                            "11|j|null",
                            "12|e|12",
                            "13|f|14",
                            "14|h|13");
            assertThat(game.rows(
                            "SELECT id - 9000000000000000000, sender % 9000000000000000000 FROM letter ORDER BY id"))
                    .containsExactly("7|5", "8|12", "9|0", "10|2");
            requireFine(game, plan);
        }
    }

    @OnMySqlOrMariaDb
    void aFilterCascadesOverThreeLevelsAndClearsWhereItMay(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, seen INT NOT NULL);
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, account INT NOT NULL,
                    CONSTRAINT h1 FOREIGN KEY (account) REFERENCES account (id));
                CREATE TABLE bag (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL,
                    CONSTRAINT b1 FOREIGN KEY (hero) REFERENCES hero (id));
                CREATE TABLE gem (bag INT NOT NULL, gift_of INT, blessed_by INT NOT NULL DEFAULT 0,
                    CONSTRAINT x1 FOREIGN KEY (bag) REFERENCES bag (id));
                """;
        String first = "INSERT INTO account VALUES (1, 0), (2, 9); INSERT INTO hero VALUES (1, 1), (2, 2), (3, 2);"
                + "INSERT INTO bag VALUES (1, 1), (2, 2), (3, 3);"
                + "INSERT INTO gem VALUES (1, 2, 2), (2, 1, 1), (3, 3, 3), (3, NULL, 0)";
        String second = "INSERT INTO account VALUES (1, 5), (2, 4); INSERT INTO hero VALUES (1, 1), (2, 2);"
                + "INSERT INTO bag VALUES (7, 1), (8, 2); INSERT INTO gem VALUES (7, 2, 1), (7, 1, 2), (8, 1, 1)";
        try (SmallGame game = game(kind, tables, first, second)) {
            PlanFile plan = game.merge("""
                    tables: { account: { where: "seen >= 5" } }
                    references:
                      - { from: gem.gift_of, to: hero.id, when-left-out: clear }
                      - { from: gem.blessed_by, to: hero.id, none: [0], when-left-out: clear }
                    """);
            assertThat(game.rows("SELECT * FROM account ORDER BY 1")).containsExactly("2|9", "11|5");
            assertThat(game.rows("SELECT * FROM hero ORDER BY 1")).containsExactly("2|2", "3|2", "11|11");
            assertThat(game.rows("SELECT * FROM bag ORDER BY 1")).containsExactly("2|2", "3|3", "7|11");
            assertThat(game.rows("SELECT * FROM gem ORDER BY 1, 2, 3"))
                    .containsExactly("2|null|0", "3|null|0", "3|3|3", "7|null|11", "7|11|0");
            requireFine(game, plan);
        }
    }

    @OnMySqlOrMariaDb
    void rowsThatReferToNothingAreDroppedClearedOrKept(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE dropped (n INT PRIMARY KEY, hero INT);
                CREATE TABLE cleared (n INT PRIMARY KEY, hero INT NOT NULL);
                CREATE TABLE nulled (n INT PRIMARY KEY, hero INT);
                CREATE TABLE kept (n INT PRIMARY KEY, hero INT);
                """;
        String rows =
                "INSERT INTO hero VALUES (1), (2); INSERT INTO %s VALUES (N1, 2), (N2, 7); INSERT INTO dropped VALUES (N3, NULL);";
        String first = "";
        String second = "";
        for (String table : new String[] {"dropped", "cleared", "nulled", "kept"}) {
            String insert = rows.formatted(table).replace("INSERT INTO hero VALUES (1), (2); ", "");
            insert = table.equals("dropped") ? insert : insert.replaceAll("INSERT INTO dropped.*", "");
            first += insert.replace("N1", "1").replace("N2", "2").replace("N3", "3");
            second += insert.replace("N1", "11").replace("N2", "12").replace("N3", "13");
        }
        String heroes = "INSERT INTO hero VALUES (1), (2);";
        try (SmallGame game = game(kind, tables, heroes + first, heroes + second)) {
            PlanFile plan = game.merge("""
                    references:
                      - { from: dropped.hero, to: hero.id, orphans: drop }
                      - { from: cleared.hero, to: hero.id, orphans: clear, none: [-1] }
                      - { from: nulled.hero, to: hero.id, orphans: clear }
                      - { from: kept.hero, to: hero.id, orphans: keep }
                    """);
            assertThat(game.rows("SELECT * FROM hero ORDER BY 1")).containsExactly("1", "2", "11", "12");
            assertThat(game.rows("SELECT * FROM dropped ORDER BY 1"))
                    .containsExactly("1|2", "3|null", "11|12", "13|null");
            assertThat(game.rows("SELECT * FROM cleared ORDER BY 1")).containsExactly("1|2", "2|-1", "11|12", "12|-1");
            assertThat(game.rows("SELECT * FROM nulled ORDER BY 1"))
                    .containsExactly("1|2", "2|null", "11|12", "12|null");
            // moved as if it were there, so that it meets nobody else's
            assertThat(game.rows("SELECT * FROM kept ORDER BY 1")).containsExactly("1|2", "2|7", "11|12", "12|17");
            requireFine(game, plan);
        }
    }

    private static final String PEOPLE = """
            CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, login VARCHAR(20) NOT NULL, seen INT NOT NULL DEFAULT 9,
                UNIQUE KEY one (login)) COLLATE utf8mb4_general_ci;
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, account INT NOT NULL,
                CONSTRAINT h1 FOREIGN KEY (account) REFERENCES account (id));
            """;

    @OnMySqlOrMariaDb
    void accountsOfOnePersonBecomeOne(DatabaseServer kind) throws Exception {
        for (String ids : new String[] {"offset", "map"}) {
            try (SmallGame game = game(
                    kind,
                    PEOPLE,
                    "INSERT INTO account VALUES (1, 'ann', 9), (2, 'bob', 1); INSERT INTO hero VALUES (1, 1), (2, 2)",
                    "INSERT INTO account VALUES (1, 'Bob', 9), (2, 'cid', 9); INSERT INTO hero VALUES (1, 1), (2, 2)",
                    "INSERT INTO account VALUES (1, 'CID', 9), (2, 'BOB', 9), (3, 'ANN', 9), (4, 'dan', 9);"
                            + "INSERT INTO hero VALUES (1, 1), (2, 2), (3, 3), (4, 4)")) {
                PlanFile plan = game.merge("tables: { account: { ids: " + ids
                        + " } }\nunique: [ { key: account.login, on-clash: keep-first, references: follow } ]\n");
                assertThat(game.rows("SELECT login FROM account ORDER BY id"))
                        .containsExactly("ann", "bob", "cid", "dan");
                assertThat(game.rows("SELECT hero.id, login FROM hero JOIN account ON account.id = account ORDER BY 1"))
                        .containsExactly("1|ann", "2|bob", "11|bob", "12|cid", "21|cid", "22|bob", "23|ann", "24|dan");
                requireFine(game, plan);
            }
        }
    }

    /** Who stays behind is nobody that others could be led to. */
    @OnMySqlOrMariaDb
    void accountsOfOnePersonBecomeTheFirstOneThatIsNotLeftOut(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(
                kind,
                PEOPLE,
                "INSERT INTO account VALUES (1, 'ann', 9), (2, 'bob', 1); INSERT INTO hero VALUES (1, 1), (2, 2)",
                "INSERT INTO account VALUES (1, 'Bob', 9), (2, 'cid', 1); INSERT INTO hero VALUES (1, 1), (2, 2)",
                "INSERT INTO account VALUES (1, 'CID', 9), (2, 'BOB', 9), (3, 'ANN', 9); INSERT INTO hero VALUES (1, 1), (2, 2), (3, 3)")) {
            PlanFile plan = game.merge("""
                    tables: { account: { where: "seen > 5", ids: offset } }
                    unique: [ { key: account.login, on-clash: keep-first, references: follow } ]
                    """);
            assertThat(game.rows("SELECT login FROM account ORDER BY id")).containsExactly("ann", "Bob", "CID");
            assertThat(game.rows("SELECT hero.id, login FROM hero JOIN account ON account.id = account ORDER BY 1"))
                    .containsExactly("1|ann", "11|Bob", "21|CID", "22|Bob", "23|ann");
            requireFine(game, plan);
        }
    }

    @OnMySqlOrMariaDb
    void accountsThatAreNotTheFirstStayBehindWithWhatIsTheirs(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(
                kind,
                PEOPLE,
                "INSERT INTO account VALUES (1, 'ann', 9); INSERT INTO hero VALUES (1, 1)",
                "INSERT INTO account VALUES (1, 'Ann', 9), (2, 'cid', 9); INSERT INTO hero VALUES (1, 1), (2, 2)")) {
            PlanFile plan = game.merge("unique: [ { key: account.login, on-clash: keep-first, references: drop } ]\n");
            assertThat(game.rows("SELECT id, login FROM account ORDER BY id")).containsExactly("1|ann", "12|cid");
            assertThat(game.rows("SELECT * FROM hero ORDER BY id")).containsExactly("1|1", "12|12");
            requireFine(game, plan);
        }
    }

    @OnMySqlOrMariaDb
    void tablesOfTheMainServerAloneAndTablesThatAreSkipped(DatabaseServer kind) throws Exception {
        String tables = """
                CREATE TABLE town (id INT PRIMARY KEY);
                CREATE TABLE session (id INT PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, town INT NOT NULL, online INT,
                    CONSTRAINT t FOREIGN KEY (town) REFERENCES town (id),
                    CONSTRAINT o FOREIGN KEY (online) REFERENCES session (id) ON DELETE SET NULL);
                CREATE TABLE tick (session INT NOT NULL, CONSTRAINT s FOREIGN KEY (session) REFERENCES session (id));
                """;
        try (SmallGame game = game(
                kind,
                tables,
                "INSERT INTO town VALUES (1), (2); INSERT INTO session VALUES (1); INSERT INTO hero VALUES (1, 1, 1); INSERT INTO tick VALUES (1)",
                "INSERT INTO town VALUES (1), (2); INSERT INTO session VALUES (1); INSERT INTO hero VALUES (1, 2, NULL), (2, 2, 1); INSERT INTO tick VALUES (1)")) {
            PlanFile plan =
                    game.merge("tables: { town: { class: main-only, ids: static }, session: { class: skip } }\n");
            assertThat(game.rows("SELECT * FROM town ORDER BY 1")).containsExactly("1", "2");
            assertThat(game.rows("SELECT * FROM session")).isEmpty();
            assertThat(game.rows("SELECT * FROM tick")).isEmpty();
            assertThat(game.rows("SELECT * FROM hero ORDER BY 1"))
                    .containsExactly("1|1|null", "11|2|null", "12|2|null");
            requireFine(game, plan);
        }
    }

    /** 250 rows each, so that every kind of key is walked in several chunks of 100. */
    @OnMySqlOrMariaDb
    void keysOfEveryKindAreWalked(DatabaseServer kind) throws Exception {
        String[] keys = {
            "k VARCHAR(40) COLLATE utf8mb4_general_ci PRIMARY KEY",
            "k CHAR(40) CHARACTER SET latin1 PRIMARY KEY",
            "k VARBINARY(40) PRIMARY KEY",
            "k BINARY(16) PRIMARY KEY",
            "k ENUM('z', 'y', 'x', 'w') NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)",
            "n INT NOT NULL, k ENUM('z', 'y', 'x', 'w') NOT NULL, PRIMARY KEY (n, k)",
            "k TIMESTAMP(3) NOT NULL DEFAULT '2001-01-01 00:00:00' PRIMARY KEY",
            "k DATETIME(6) NOT NULL PRIMARY KEY",
            "k DATE NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)",
            "k TIME(2) NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)",
            "k YEAR NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)",
            "k DECIMAL(20, 3) PRIMARY KEY",
            "k BIGINT UNSIGNED PRIMARY KEY",
            "k BIGINT PRIMARY KEY",
            "k TINYINT(1) NOT NULL, n INT NOT NULL, PRIMARY KEY (k, n)",
            "k BIT(20) NOT NULL PRIMARY KEY",
            "k DOUBLE NOT NULL PRIMARY KEY",
            "a VARCHAR(9) NOT NULL, b INT NOT NULL, c DATE NOT NULL, d VARBINARY(9) NOT NULL, PRIMARY KEY (a, b, c, d)",
            "k VARBINARY(2900) NOT NULL PRIMARY KEY"
        };
        String[] values = {
            "CONCAT(CHAR(65 + q % 26), '\\\\''\"', q, 'é😀' )",
            "CONCAT('ü ', q)",
            "UNHEX(CONCAT(HEX(q % 256), LPAD(HEX(q), 8, '0')))",
            "UNHEX(LPAD(HEX(q * 65537), 32, '0'))",
            "1 + q % 4, q",
            "q, 1 + q % 4",
            "IF(q = @first, '0000-00-00', TIMESTAMPADD(MICROSECOND, q * 1000, '2020-01-01'))",
            "IF(q = @first, '0000-00-00', TIMESTAMPADD(MICROSECOND, q, '2020-01-01'))",
            "IF(q % 5 = 0, '0000-00-00', IF(q % 5 = 1, '2020-00-00', '2020-02-03')), q",
            "IF(q % 2, '-100:00:00.25', '838:00:00'), q",
            "1901 + q % 9, q",
            "q * 1000000000000 + 0.125 * (q % 2)",
            "18446744073709551615 - q",
            "IF(q % 2, -9223372036854775807 + q, q)",
            "q % 7, q",
            "q",
            "q / 7",
            "CONCAT('x', q % 3), q % 5, '2020-01-01' + INTERVAL q DAY, UNHEX(LPAD(HEX(q), 4, '0'))",
            "CONCAT(REPEAT(x'00ff', 1000), UNHEX(LPAD(HEX(q), 8, '0')))"
        };
        StringBuilder tables = new StringBuilder();
        StringBuilder[] rows = {new StringBuilder(), new StringBuilder()};
        for (int i = 0; i < keys.length; i++) {
            tables.append("CREATE TABLE t")
                    .append(i)
                    .append(" (")
                    .append(keys[i])
                    .append(") ROW_FORMAT=DYNAMIC;\n");
            for (int server = 0; server < 2; server++) {
                int first = 1 + 250 * server;
                rows[server].append("SET @first = " + (server == 0 ? 1 : -1) + "; INSERT INTO t" + i
                        + " WITH RECURSIVE w (q) AS (SELECT " + first + " UNION ALL SELECT q + 1 FROM w WHERE q < "
                        + (first + 249) + ") SELECT " + values[i] + " FROM w;\n");
            }
        }
        try (SmallGame game = game(kind, tables.toString(), rows[0].toString(), rows[1].toString())) {
            PlanFile plan = game.merge("execution: { writers: 2, chunk-rows: 100, keyless-rows: 100 }\n");
            for (int i = 0; i < keys.length; i++) {
                String union = "SELECT * FROM " + game.sources().get("s1") + ".t" + i + " UNION ALL SELECT * FROM "
                        + game.sources().get("s2") + ".t" + i;
                String columns = columns(keys[i]);
                String whole = columns.equals("k") && keys[i].contains("2900")
                        ? "SHA2(k, 256)"
                        : "HEX(CONCAT_WS(',', " + columns + "))";
                List<String> expected = game.rows("SELECT " + whole + " FROM (" + union + ") u");
                assertThat(game.rows("SELECT " + whole + " FROM t" + i))
                        .as(keys[i])
                        .hasSize(500)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
            requireFine(game, plan);
        }
    }

    private static String columns(String key) {
        return key.startsWith("a ") ? "a, b, c, d" : key.contains("n INT") ? "k, n" : "k";
    }

    @OnMySqlOrMariaDb
    void zeroAndNegativeIdsAndZeroDatesPassAsTheyStand(DatabaseServer kind) throws Exception {
        String tables =
                "CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, born DATE NOT NULL DEFAULT '0000-00-00', seen DATETIME NULL, at TIMESTAMP NULL);";
        try (SmallGame game = game(
                kind,
                tables,
                "INSERT INTO hero VALUES (-1, '0000-00-00', '0000-00-00 00:00:00', NULL), (0, '2001-00-00', NULL, '0000-00-00 00:00:00'), (1, '2001-02-03', NULL, NULL)",
                "INSERT INTO hero VALUES (-1, '0000-00-00', '0000-00-00 00:00:00', NULL), (0, '2001-00-00', NULL, NULL)")) {
            PlanFile plan = game.merge("tables: { hero: { ids: offset } }\n");
            assertThat(
                            game.rows(
                                    "SELECT id, CAST(born AS CHAR), CAST(seen AS CHAR), CAST(at AS CHAR) FROM hero ORDER BY id"))
                    .containsExactly(
                            "-1|0000-00-00|0000-00-00 00:00:00|null",
                            "0|2001-00-00|null|0000-00-00 00:00:00",
                            "1|2001-02-03|null|null",
                            "9|0000-00-00|0000-00-00 00:00:00|null",
                            "10|2001-00-00|null|null");
            requireFine(game, plan);
        }
    }
}
