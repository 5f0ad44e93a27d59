package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.catalog.Copies;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
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
                + " (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN (20))"
    };

    /** Statements, and what is found after them. */
    private static final String PLANTED = """
            INSERT INTO p (name, must) VALUES ('a', 1) =>
            DROP TABLE r => WARNING SCHEMA_DIFFERS s2.r
            CREATE TABLE `x  y` (id INT) => ERROR SCHEMA_TABLE_EXTRA s2.x  y
            ALTER TABLE p DROP COLUMN gold => WARNING SCHEMA_DIFFERS s2.p.gold
            ALTER TABLE p DROP COLUMN must => WARNING SCHEMA_DIFFERS s2.p.must
            ALTER TABLE p ADD COLUMN more INT => ERROR SCHEMA_COLUMN_EXTRA s2.p.more
            ALTER TABLE p ADD COLUMN more INT AS (level) VIRTUAL => WARNING SCHEMA_DIFFERS s2.p.more
            ALTER TABLE p MODIFY gold DECIMAL(10,2) FIRST =>
            ALTER TABLE p MODIFY gold DECIMAL(12,2) => ERROR SCHEMA_COLUMN_TYPE s2.p.gold
            ALTER TABLE p MODIFY seen DATETIME => WARNING SCHEMA_DIFFERS s2.p.seen
            ALTER TABLE p MODIFY must BIGINT NOT NULL => ERROR SCHEMA_COLUMN_TYPE s2.p.must
            ALTER TABLE p MODIFY must INT => ERROR SCHEMA_COLUMN_NULLABLE s2.p.must
            ALTER TABLE p MODIFY gold DECIMAL(10,2) NOT NULL => WARNING SCHEMA_DIFFERS s2.p.gold
            ALTER TABLE p ALTER level SET DEFAULT 2 => WARNING SCHEMA_DIFFERS s2.p.level
            SET foreign_key_checks = 0 ;; ALTER TABLE p MODIFY id INT NOT NULL
                => WARNING SCHEMA_DIFFERS s2.p.id
            ALTER TABLE p MODIFY name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL
                => ERROR SCHEMA_COLUMN_TYPE s2.p.name
            ALTER TABLE p MODIFY note TEXT CHARACTER SET utf8mb3 COLLATE utf8mb3_bin
                => WARNING SCHEMA_DIFFERS s2.p.note
            ALTER TABLE p MODIFY note TEXT CHARACTER SET latin1 COLLATE latin1_bin
                => ERROR SCHEMA_COLUMN_TYPE s2.p.note, WARNING SCHEMA_DIFFERS s2.p.note
            ALTER TABLE p MODIFY name VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL
                => ERROR SCHEMA_COLUMN_COLLATION s2.p.name
            ALTER TABLE p MODIFY note TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci
                => WARNING SCHEMA_DIFFERS s2.p.note
            ALTER TABLE p MODIFY twice INT AS (level * 3) VIRTUAL => ERROR SCHEMA_COLUMN_GENERATED s2.p.twice
            ALTER TABLE p DROP COLUMN twice, ADD COLUMN twice INT AFTER seen
                => ERROR SCHEMA_COLUMN_GENERATED s2.p.twice
            ALTER TABLE p DROP KEY names => ERROR SCHEMA_KEY s2.p.names
            ALTER TABLE p DROP KEY levels => WARNING SCHEMA_DIFFERS s2.p.levels
            ALTER TABLE p RENAME KEY names TO others =>
            ALTER TABLE p ADD UNIQUE KEY more (must) => WARNING SCHEMA_DIFFERS s2.p.more
            ALTER TABLE p DROP KEY notes, ADD KEY notes (note(11))
                => WARNING SCHEMA_DIFFERS s2.p.notes, WARNING SCHEMA_DIFFERS s2.p.notes
            ALTER TABLE c DROP PRIMARY KEY, ADD PRIMARY KEY (id, p)
                => ERROR SCHEMA_KEY s2.c.PRIMARY, WARNING SCHEMA_DIFFERS s2.c.PRIMARY, WARNING SCHEMA_DIFFERS s2.c.p
            ALTER TABLE c DROP FOREIGN KEY to_p => ERROR SCHEMA_FOREIGN_KEY s2.c.to_p
            ALTER TABLE c DROP FOREIGN KEY to_p ;; ALTER TABLE c ADD CONSTRAINT other FOREIGN KEY (p) REFERENCES p (id)
                => WARNING SCHEMA_DIFFERS s2.c.to_p
            ALTER TABLE c ADD CONSTRAINT self FOREIGN KEY (id) REFERENCES p (id)
                => WARNING SCHEMA_DIFFERS s2.c.self
            ALTER TABLE p DROP CONSTRAINT up => WARNING SCHEMA_DIFFERS s2.p
            ALTER TABLE p ADD CHECK (must > 5) => WARNING SCHEMA_DIFFERS s2.p
            ALTER TABLE r REMOVE PARTITIONING => WARNING SCHEMA_DIFFERS s2.r
            """;

    static Stream<Arguments> planted() {
        return DatabaseServer.mySqlAndMariaDb().stream()
                .flatMap(server ->
                        Stream.of(PLANTED.strip().split("\n(?! )", -1)).map(planted -> Arguments.of(server, planted)));
    }

    @ParameterizedTest
    @MethodSource("planted")
    void findsWhatIsPlanted(DatabaseServer server, String planted) throws SQLException {
        String[] parts = planted.split("\\s+=>\\s*", -1);
        List<Finding> findings = findings(server, parts[0].split(" ;; ", -1));
        assertThat(findings)
                .extracting(Finding::message)
                .allSatisfy(message -> assertThat(message)
                        .doesNotContain("  ")
                        .matches(".+ is (in s[12] and not in s[12]|.+ in s1, and .+ in s2)[;:,] .+"));
        assertThat(findings)
                .extracting(finding -> finding.severity() + " " + finding.code() + " " + finding.subject())
                .containsExactlyInAnyOrder(parts[1].isEmpty() ? new String[0] : parts[1].split(", ", -1));
    }

    private static List<Finding> findings(DatabaseServer server, String... statements) throws SQLException {
        try (TestDatabase main = server.newDatabase();
                TestDatabase other = server.newDatabase()) {
            main.execute(MAIN);
            other.execute(MAIN);
            other.execute(statements);
            Findings findings = new Findings(List.of());
            new SchemaDifferences(findings, "s1", "s2", (table, column) -> Optional.of(""))
                    .between(
                            Copies.read(main, main.name()).tables(),
                            Copies.read(other, other.name()).tables());
            return findings.sorted();
        }
    }
}
