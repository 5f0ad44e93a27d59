package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources that compare texts in different ways, which the operator accepted. */
class CollationsIT {

    private static final String TABLES = """
            CREATE TABLE p (name VARCHAR(20) PRIMARY KEY, friend VARCHAR(20) NULL);
            CREATE TABLE purse (name VARCHAR(20) PRIMARY KEY, gold INT NOT NULL, note VARCHAR(20) NULL);
            CREATE TABLE town (name VARCHAR(20) PRIMARY KEY, lord VARCHAR(20), since VARCHAR(20));
            CREATE TABLE kept (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, UNIQUE KEY (tag));
            CREATE TABLE mail (id INT PRIMARY KEY AUTO_INCREMENT, sender VARCHAR(20) COLLATE utf8mb4_spanish_ci);
            """;

    @ParameterizedTest
    @CsvSource({
        "MYSQL, utf8mb4_general_ci, latin1_swedish_ci",
        "MYSQL, latin1_swedish_ci, latin1_general_ci",
        "MARIADB, utf8mb4_general_ci, utf8mb4_unicode_ci",
        "MARIADB, utf8mb3_general_ci, utf8mb3_unicode_ci"
    })
    void textsAreComparedAsTheTargetDoes(DatabaseServer kind, String collation, String other) throws Exception {
        String first = "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci; " + inTables(collation)
                + "INSERT INTO p VALUES ('ann', 'ann'), ('bob', NULL); INSERT INTO purse VALUES ('ann', 1, 'x');"
                + "INSERT INTO town VALUES ('york', 'ann', '1'); INSERT INTO kept VALUES (1, 'a');"
                + "INSERT INTO mail VALUES (1, 'Ann');";
        String second = inTables(other)
                + "INSERT INTO p VALUES ('cid', 'CID'), ('dan', 'cid'); INSERT INTO purse VALUES ('ANN', 2, 'y');"
                + "INSERT INTO town VALUES ('York', 'cid', '2'); INSERT INTO kept VALUES (1, 'A'), (2, 'b');"
                + "INSERT INTO mail VALUES (1, 'CID'), (2, 'nobody');";
        try (SmallGame game = new SmallGame(kind, first, second)) {
            PlanFile plan = game.merged("""
                    references:
                      - p.friend -> p.name
                      - { from: mail.sender, to: p.name, orphans: drop }
                      - town.lord -> p.name
                    unique:
                      - { key: kept.tag, on-clash: keep-first }
                      - { key: purse.name, on-clash: keep-first }
                      - { key: town.name, on-clash: keep-first }
                    accept:
                      - { code: SCHEMA_COLUMN_COLLATION, subject: "s2.*", because: "seen" }
                    """);

            game.requireRows("SELECT name, friend FROM p ORDER BY 1", "ann|ann", "bob|null", "cid|CID", "dan|cid");
            game.requireRows("SELECT name, gold, note FROM purse", "ann|1|x");
            game.requireRows("SELECT name, lord FROM town", "york|ann");
            game.requireRows("SELECT tag FROM kept ORDER BY 1", "a", "b");
            game.requireRows("SELECT sender FROM mail ORDER BY 1", "Ann", "CID");

            assertThat(game.where(plan, "s2", "town", "York"))
                    .contains("it gives way to the row of an earlier source that has the same name York");
            assertThat(game.where(plan, "s1", "town", "york"))
                    .isEqualTo("s1.town (name = york) is " + game.target() + ".town (name = york)");
            assertThat(game.where(plan, "s2", "kept", "1")).contains("it gives way to the row of");
            assertThat(game.where(plan, "s2", "purse", "ANN")).contains("it gives way to the row of");
            assertThat(game.where(plan, "s2", "mail", "1")).contains(".mail (id = ");

            game.inTarget("UPDATE p SET friend = 'x' WHERE name = 'dan'");
            assertThat(game.faults(plan))
                    .hasSize(2)
                    .first()
                    .asString()
                    .contains("1 row(s) with other values in the target: name = dan");
        }
    }

    /** Also of a column that only follows, one that is cleared besides, and where one source's column differs. */
    @ParameterizedTest
    @CsvSource({
        "MYSQL, utf8mb4_0900_as_cs, utf8mb4_unicode_ci",
        "MYSQL, utf8mb4_0900_bin, utf8mb4_0900_bin",
        "MYSQL, latin1_bin, latin1_bin",
        "MARIADB, utf8mb4_nopad_bin, utf8mb4_unicode_ci",
        "MARIADB, latin1_nopad_bin, latin1_nopad_bin",
        "MARIADB, utf8mb3_general_ci, utf8mb3_general_ci"
    })
    void newNamesTakeTheCollationOfTheirColumn(DatabaseServer kind, String collation, String second) throws Exception {
        String rows = """
                INSERT INTO p VALUES (1, 'Bob'), (2, 'Mia');
                INSERT INTO q VALUES (1, 'Bob', 'Bob'), (2, 'bob', NULL), (3, 'Mia', 'Zed');
                """;
        String[] scripts = {renamedTables(collation) + rows, renamedTables(second) + rows.replace("Mia", "Ann")};
        try (SmallGame game = new SmallGame(kind, scripts)) {
            PlanFile plan = game.merged(
                    """
                    unique:
                      - key: p.name
                        on-clash: rename
                        pattern: "{name}-{alias}"
                        followed-by: [ { column: q.name, when: "id < 3" }, q.friend ]
                    references: [ { from: q.friend, to: p.name, orphans: clear } ]
                    %s
                    """.formatted(
                                    collation.equals(second)
                                            ? ""
                                            : "accept: [ { code: SCHEMA_COLUMN_COLLATION, subject: \"s2.*\", because: seen } ]"));

            game.requireRows("SELECT name FROM p ORDER BY id", "Bob", "Mia", "Bob-s2", "Ann");
            assertThat(game.rows("SELECT name, friend FROM q ORDER BY id"))
                    .containsExactly("Bob|Bob", "bob|null", "Mia|null", "Bob-s2|Bob-s2", "bob|null", "Ann|null");

            game.inTarget("UPDATE p SET name = 'Tom' WHERE name = 'Bob-s2'");
            assertThat(game.faults(plan)).anyMatch(fault -> fault.contains("with other values in the target"));
        }
    }

    private static String renamedTables(String collation) {
        return """
                CREATE TABLE p (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30) COLLATE %1$s UNIQUE);
                CREATE TABLE q (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30) COLLATE %1$s,
                    friend VARCHAR(30) COLLATE %1$s);
                """.formatted(collation);
    }

    private static String inTables(String collation) {
        return TABLES.replace(");\n", ") COLLATE " + collation + ";\n");
    }
}
