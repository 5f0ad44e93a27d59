package io.snowflakeid.merge.planning.definitions;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.catalog.Copies;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One planted difference of each kind; in each case, the statements are run in the other database. */
class SchemaDifferencesIT {

    private static final String[] MAIN = {
        "CREATE TABLE p (id INT NOT NULL AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci NOT NULL,"
                + " note TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, level INT UNSIGNED NOT NULL DEFAULT 1, gold DECIMAL(10,2),"
                + " kind ENUM('a','b'), seen DATETIME(3), twice INT AS (level * 2) VIRTUAL, must INT NOT NULL,"
                + " PRIMARY KEY (id), UNIQUE KEY names (name), KEY levels (level), KEY notes (note(10)),"
                + " CONSTRAINT up CHECK (level < 1000))",
        "CREATE TABLE c (id INT PRIMARY KEY, p INT, CONSTRAINT to_p FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE)",
        "CREATE TABLE r (id INT NOT NULL PRIMARY KEY) PARTITION BY RANGE (id)"
                + " (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN (20))",
        "CREATE TRIGGER tr BEFORE INSERT ON c FOR EACH ROW SET NEW.p = NEW.p",
        "CREATE VIEW v AS SELECT id FROM p"
    };

    private record Planted(List<String> statements, List<String> found) {}

    private static Planted planted(String statement, String... found) {
        return new Planted(List.of(statement.split(" ;; ", -1)), List.of(found));
    }

    private static final List<Planted> PLANTED = List.of(
            planted("DROP TABLE r", "WARNING SCHEMA_TABLE_MISSING s2.r"),
            planted("CREATE TABLE x (id INT)", "ERROR SCHEMA_TABLE_EXTRA s2.x"),
            planted("ALTER TABLE p DROP COLUMN gold", "WARNING SCHEMA_COLUMN_MISSING s2.p.gold"),
            planted("ALTER TABLE p DROP COLUMN must", "WARNING SCHEMA_COLUMN_MISSING s2.p.must"),
            planted("ALTER TABLE p ADD COLUMN more INT", "ERROR SCHEMA_COLUMN_EXTRA s2.p.more"),
            planted("ALTER TABLE p ADD COLUMN more INT AS (level) VIRTUAL", "WARNING SCHEMA_COLUMN_EXTRA s2.p.more"),
            planted("ALTER TABLE p MODIFY gold DECIMAL(10,2) FIRST", "WARNING SCHEMA_COLUMN_ORDER s2.p"),
            planted("ALTER TABLE p MODIFY gold DECIMAL(12,2)", "ERROR SCHEMA_COLUMN_TYPE s2.p.gold"),
            planted("ALTER TABLE p MODIFY seen DATETIME", "WARNING SCHEMA_COLUMN_TYPE s2.p.seen"),
            planted("ALTER TABLE p MODIFY must BIGINT NOT NULL", "ERROR SCHEMA_COLUMN_TYPE s2.p.must"),
            planted("ALTER TABLE p MODIFY must INT", "ERROR SCHEMA_COLUMN_NULLABLE s2.p.must"),
            planted("ALTER TABLE p MODIFY gold DECIMAL(10,2) NOT NULL", "WARNING SCHEMA_COLUMN_NULLABLE s2.p.gold"),
            planted("ALTER TABLE p ALTER level SET DEFAULT 2", "WARNING SCHEMA_COLUMN_DEFAULT s2.p.level"),
            planted(
                    "SET foreign_key_checks = 0 ;; ALTER TABLE p MODIFY id INT NOT NULL",
                    "WARNING SCHEMA_COLUMN_DEFAULT s2.p.id"),
            planted(
                    "ALTER TABLE p MODIFY name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL",
                    "ERROR SCHEMA_COLUMN_CHARSET s2.p.name"),
            planted(
                    "ALTER TABLE p MODIFY note TEXT CHARACTER SET utf8mb3 COLLATE utf8mb3_bin",
                    "WARNING SCHEMA_COLUMN_CHARSET s2.p.note"),
            planted(
                    "ALTER TABLE p MODIFY note TEXT CHARACTER SET latin1 COLLATE latin1_bin",
                    "ERROR SCHEMA_COLUMN_CHARSET s2.p.note",
                    "WARNING SCHEMA_COLUMN_COLLATION s2.p.note"),
            planted(
                    "ALTER TABLE p MODIFY name VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL",
                    "ERROR SCHEMA_COLUMN_COLLATION s2.p.name"),
            planted(
                    "ALTER TABLE p MODIFY note TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
                    "WARNING SCHEMA_COLUMN_COLLATION s2.p.note"),
            planted("ALTER TABLE p DEFAULT COLLATE utf8mb4_swedish_ci", "WARNING SCHEMA_COLUMN_COLLATION s2.p"),
            planted(
                    "ALTER TABLE p MODIFY twice INT AS (level * 3) VIRTUAL",
                    "ERROR SCHEMA_COLUMN_GENERATED s2.p.twice"),
            planted(
                    "ALTER TABLE p DROP COLUMN twice, ADD COLUMN twice INT AFTER seen",
                    "ERROR SCHEMA_COLUMN_GENERATED s2.p.twice"),
            planted("ALTER TABLE p DROP KEY names", "ERROR SCHEMA_KEY s2.p.names"),
            planted("ALTER TABLE p DROP KEY levels", "WARNING SCHEMA_KEY s2.p.levels"),
            planted("ALTER TABLE p RENAME KEY names TO others"),
            planted("ALTER TABLE p ADD UNIQUE KEY more (must)", "WARNING SCHEMA_KEY s2.p.more"),
            planted(
                    "ALTER TABLE p DROP KEY notes, ADD KEY notes (note(11))",
                    "WARNING SCHEMA_KEY s2.p.notes",
                    "WARNING SCHEMA_KEY s2.p.notes"),
            planted(
                    "ALTER TABLE c DROP PRIMARY KEY, ADD PRIMARY KEY (id, p)",
                    "ERROR SCHEMA_KEY s2.c.PRIMARY",
                    "WARNING SCHEMA_KEY s2.c.PRIMARY",
                    "WARNING SCHEMA_COLUMN_NULLABLE s2.c.p"),
            planted("ALTER TABLE c DROP FOREIGN KEY to_p", "ERROR SCHEMA_FOREIGN_KEY s2.c.to_p"),
            planted(
                    "ALTER TABLE c DROP FOREIGN KEY to_p ;; ALTER TABLE c ADD CONSTRAINT other FOREIGN KEY (p) REFERENCES p (id)",
                    "WARNING SCHEMA_FOREIGN_KEY s2.c.to_p"),
            planted(
                    "ALTER TABLE c ADD CONSTRAINT self FOREIGN KEY (id) REFERENCES p (id)",
                    "WARNING SCHEMA_FOREIGN_KEY s2.c.self"),
            planted("ALTER TABLE p DROP CONSTRAINT up", "ERROR SCHEMA_CHECK s2.p"),
            planted("ALTER TABLE p ADD CHECK (must > 5)", "WARNING SCHEMA_CHECK s2.p"),
            planted(
                    "DROP VIEW v ;; DROP TABLE c ;; ALTER TABLE p ENGINE=MyISAM ;;"
                            + " CREATE VIEW v AS SELECT id FROM p",
                    "WARNING SCHEMA_ENGINE s2.p",
                    "WARNING SCHEMA_TABLE_MISSING s2.c",
                    "WARNING SCHEMA_TRIGGER s2.c.tr"),
            planted("ALTER TABLE r REMOVE PARTITIONING", "ERROR SCHEMA_PARTITIONS s2.r"),
            planted("DROP TRIGGER tr", "WARNING SCHEMA_TRIGGER s2.c.tr"),
            planted(
                    "DROP TRIGGER tr ;; CREATE TRIGGER tr BEFORE INSERT ON c FOR EACH ROW SET NEW.p = 1",
                    "WARNING SCHEMA_TRIGGER s2.c.tr"),
            planted(
                    "CREATE TRIGGER more BEFORE UPDATE ON c FOR EACH ROW SET NEW.p = 1",
                    "WARNING SCHEMA_TRIGGER s2.c.more"),
            planted("DROP VIEW v", "WARNING SCHEMA_VIEW s2.v"),
            planted("ALTER VIEW v AS SELECT level FROM p", "WARNING SCHEMA_VIEW s2.v"),
            planted("CREATE VIEW w AS SELECT 1 AS x", "WARNING SCHEMA_VIEW s2.w"));

    static Stream<Arguments> planted() {
        return DatabaseServer.mySqlAndMariaDb().stream()
                .flatMap(server -> PLANTED.stream().map(planted -> Arguments.of(server, planted)));
    }

    @ParameterizedTest
    @MethodSource("planted")
    void findsWhatIsPlanted(DatabaseServer server, Planted planted) throws SQLException {
        assertThat(findings(server, planted.statements()))
                .extracting(finding -> finding.severity() + " " + finding.code() + " " + finding.subject())
                .containsExactlyInAnyOrderElementsOf(planted.found());
    }

    private static List<Finding> findings(DatabaseServer server, List<String> statements) throws SQLException {
        try (TestDatabase main = server.newDatabase();
                TestDatabase other = server.newDatabase()) {
            main.execute(MAIN);
            other.execute(MAIN);
            other.execute(statements.toArray(String[]::new));
            return SchemaDifferences.between(
                    Copies.read(main, main.name()), "s1", Copies.read(other, other.name()), "s2");
        }
    }

    @OnMySqlAndMariaDb
    void findsNothingBetweenEqualDatabases(DatabaseServer server) throws SQLException {
        assertThat(findings(server, List.of("INSERT INTO p (name, must) VALUES ('a', 1)")))
                .isEmpty();
    }

    @OnMySqlAndMariaDb
    void saysWhatDiffersAndWhatToDo(DatabaseServer server) throws SQLException {
        List<Finding> findings = findings(
                server,
                List.of(
                        "ALTER TABLE p MODIFY must BIGINT",
                        "ALTER TABLE p MODIFY name VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL",
                        "CREATE TABLE `new\nline` (id INT)"));

        assertThat(findings)
                .extracting(Finding::message)
                .satisfiesExactlyInAnyOrder(
                        says(
                                "the type is int in s1, and bigint in s2: values may be cut, rounded or rejected;",
                                "change the column in s1 (accept does not let this pass)"),
                        says(
                                "NULL is forbidden in s1, and allowed in s2: a row with NULL would be rejected;",
                                "make the columns the same"),
                        says(
                                "the collation is utf8mb3_general_ci in s1, and utf8mb3_bin in s2:",
                                "different texts of a unique key may become equal; make the collations the same"),
                        says(
                                "table new line is in s2 and not in s1, so its rows have no place in the target;",
                                "create it in s1, or accept that they are left behind"));
    }
}
