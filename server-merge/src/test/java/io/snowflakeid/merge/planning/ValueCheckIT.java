package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the main server's columns do not take. In each case the main server's column comes first, then the other's. */
class ValueCheckIT {

    private static final String[] CODES = {
        "CHARSET_LOSS", "VALUE_TOO_LONG", "VALUE_OUT_OF_RANGE", "VALUE_ROUNDED", "VALUE_INVALID", "NULL_REFUSED"
    };

    private record Planted(String main, String other, String values, List<String> found) {}

    private static Planted planted(String main, String other, String values, String... found) {
        return new Planted(main, other, values, List.of(found));
    }

    private static final List<Planted> PLANTED = List.of(
            planted(
                    "VARCHAR(9) CHARACTER SET latin1",
                    "VARCHAR(9) CHARACTER SET utf8mb4",
                    "'ok', 'é', '名', '?', NULL",
                    "CHARSET_LOSS 1 values have characters that latin1 of the main server lacks, and would be changed"
                            + " [c = 名, id = 3]"),
            planted(
                    "VARCHAR(9) CHARACTER SET utf8mb3",
                    "VARCHAR(9) CHARACTER SET utf8mb4",
                    "'名', '😀'",
                    "CHARSET_LOSS 1 values have characters that utf8mb3 of the main server lacks, and would be changed"
                            + " [c = 😀, id = 2]"),
            planted("VARCHAR(9) CHARACTER SET utf8mb4", "VARCHAR(9) CHARACTER SET latin1", "'é'"),
            planted(
                    "VARCHAR(3)",
                    "VARCHAR(9)",
                    "'abc', 'abcd', 'ééé'",
                    "VALUE_TOO_LONG 1 values are longer than the 3 characters of varchar(3) [c = abcd, id = 2]"),
            planted(
                    "TINYTEXT CHARACTER SET utf8mb4",
                    "TEXT CHARACTER SET latin1",
                    "REPEAT('a', 255), REPEAT('é', 128)",
                    "VALUE_TOO_LONG 1 values take more than the 255 bytes of tinytext [c = " + "é".repeat(40)
                            + ", id = 2]"),
            planted(
                    "VARBINARY(2)",
                    "BLOB",
                    "x'0102', x'010203'",
                    "VALUE_TOO_LONG 1 values take more than the 2 bytes of varbinary(2) [c = 010203, id = 2]"),
            planted(
                    "SMALLINT",
                    "INT",
                    "-32768, 32767, 32768, -32769",
                    "VALUE_OUT_OF_RANGE 2 values are beyond the range of smallint [c = 32768, id = 3, c = -32769, id = 4]"),
            planted(
                    "BIGINT UNSIGNED",
                    "BIGINT",
                    "0, -1",
                    "VALUE_OUT_OF_RANGE 1 values are beyond the range of bigint unsigned [c = -1, id = 2]"),
            planted("BIGINT UNSIGNED", "DECIMAL(20)", "18446744073709551615"),
            planted(
                    "INT",
                    "DECIMAL(12, 1)",
                    "1.0, 1.5",
                    "VALUE_ROUNDED 1 values have more digits than int keeps, and would be rounded [c = 1.5, id = 2]"),
            planted(
                    "DECIMAL(4, 1)",
                    "DECIMAL(6, 2)",
                    "999.9, 1000, 0.25, 999.95",
                    "VALUE_OUT_OF_RANGE 2 values are beyond the range of decimal(4,1) [c = 1000.00, id = 2, c = 999.95, id ="
                            + " 4]",
                    "VALUE_ROUNDED 2 values have more digits than decimal(4,1) keeps, and would be rounded [c = 0.25, id ="
                            + " 3, c = 999.95, id = 4]"),
            planted(
                    "BIT(2)",
                    "BIT(9)",
                    "b'11', b'100'",
                    "VALUE_OUT_OF_RANGE 1 values are beyond the range of bit(2) [c = 4, id = 2]"),
            planted(
                    "ENUM('a','it''s','c')",
                    "ENUM('c','it''s','d')",
                    "'c', 'it''s', 'd'",
                    "VALUE_INVALID 1 values are no members of enum('a','it''s','c') [c = d, id = 3]"),
            planted(
                    "SET('a','b')",
                    "SET('b','c','a')",
                    "'a,b', 'b,c', ''",
                    "VALUE_INVALID 1 values have members that set('a','b') lacks [c = b,c, id = 2]"),
            planted(
                    "INT NOT NULL",
                    "INT",
                    "1, NULL",
                    "NULL_REFUSED 1 values are NULL, which the main server does not take [c = null, id = 2]"),
            planted(
                    "DATETIME",
                    "DATETIME(3)",
                    "'2024-01-01 00:00:00.000', '2024-01-01 00:00:00.500'",
                    "VALUE_ROUNDED 1 values have more digits than datetime keeps, and would be rounded [c = 2024-01-01"
                            + " 00:00:00.500, id = 2]"),
            planted(
                    "TIMESTAMP NULL",
                    "DATETIME",
                    "'2024-01-01', '1969-12-31', '2040-01-01'",
                    "VALUE_OUT_OF_RANGE 2 values are beyond the range of timestamp [c = 1969-12-31 00:00:00, id = 2, c ="
                            + " 2040-01-01 00:00:00, id = 3]"),
            planted(
                    "DATE",
                    "DATETIME",
                    "'2024-01-01', '2024-01-01 12:00:00'",
                    "VALUE_ROUNDED 1 values have more digits than date keeps, and would be rounded [c = 2024-01-01"
                            + " 12:00:00, id = 2]"));

    static Stream<Arguments> planted() {
        return DatabaseServer.mySqlOrMariaDbOrAll().stream()
                .flatMap(on -> PLANTED.stream().map(planted -> Arguments.of(on, planted)));
    }

    @ParameterizedTest
    @MethodSource("planted")
    void valuesThatDoNotFitAreCounted(DatabaseServer on, Planted planted) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String table = "CREATE TABLE t (id INT PRIMARY KEY, c %s, gone INT)";
            game.in(1, table.formatted(planted.main())).in(2, table.formatted(planted.other()));
            String[] values = planted.values().split(", (?=[^)]*(?:\\(|$))", -1);
            for (int i = 0; i < values.length; i++) {
                game.in(2, "INSERT INTO t VALUES (%d, %s, 0)".formatted(i + 1, values[i]));
            }

            List<Finding> found = game.found(CODES);

            String next = ": change them, or column c on the main server";
            assertThat(found).allSatisfy(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                assertThat(finding.subject()).isEqualTo("s2.t.c");
                assertThat(finding.message())
                        .startsWith(finding.count() + " values ")
                        .endsWith(next);
            });
            assertThat(found)
                    .extracting(finding ->
                            finding.code() + " " + finding.message().replace(next, "") + " " + finding.samples())
                    .containsExactlyElementsOf(planted.found());
        }
    }

    @OnMySqlOrMariaDb
    void rowsThatStayBehindNeedNotFit(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.in(1, "CREATE TABLE t (id INT PRIMARY KEY, c SMALLINT)")
                    .in(2, "CREATE TABLE t (id INT PRIMARY KEY, c INT)", "INSERT INTO t VALUES (1, 99999), (2, 1)")
                    .config("tables: { t: { where: 'id > 1' } }");

            assertThat(game.found(CODES)).isEmpty();
        }
    }

    @OnMySqlOrMariaDb
    void theDifferenceOfTypesStaysAnErrorThoughAllValuesFit(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.in(1, "CREATE TABLE t (id INT PRIMARY KEY, c SMALLINT)")
                    .in(2, "CREATE TABLE t (id INT PRIMARY KEY, c INT)", "INSERT INTO t VALUES (1, 9)");

            assertThat(game.found(CODES)).isEmpty();
            assertThat(game.found("SCHEMA_COLUMN_TYPE")).hasSize(1);

            game.config("accept: [ { code: SCHEMA_COLUMN_TYPE, subject: s2.t.c, because: 'all values fit' } ]");

            assertThat(game.plan().plan().runnable()).isTrue();
        }
    }

    @OnMySqlOrMariaDb
    void valuesOfOneSourceThatBecomeEqualUnderTheTargetsCollationClash(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String table = "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(9) COLLATE %s UNIQUE)";
            game.in(1, table.formatted("utf8mb4_general_ci"))
                    .in(2, table.formatted("utf8mb4_bin"), "INSERT INTO t VALUES (1, 'Ann'), (2, 'ann'), (3, 'Bob')");

            assertThat(game.found("UNIQUE_CLASH"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.count() + " "
                            + finding.samples())
                    .containsExactly("ERROR t(name) 1 [Ann, 1 on s2]");
        }
    }

    @OnMySqlOrMariaDb
    void keepingTheFirstDoesNotChooseBetweenRowsOfOneSource(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            String table = "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(9) COLLATE %s UNIQUE)";
            game.in(1, table.formatted("utf8mb4_general_ci"))
                    .in(2, table.formatted("utf8mb4_bin"), "INSERT INTO t VALUES (1, 'Ann'), (2, 'ann'), (3, 'Bob')")
                    .config("unique: [ { key: t.name, on-clash: keep-first } ]");

            assertThat(game.found("UNIQUE_CLASH_WITHIN"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + " " + finding.count() + " "
                            + finding.samples())
                    .containsExactly("ERROR t(name) 1 ['Ann' 2 times on s2]");
        }
    }
}
