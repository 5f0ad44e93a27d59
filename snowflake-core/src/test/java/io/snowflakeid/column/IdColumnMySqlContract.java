package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.column.Finding.Severity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What MySQL and MariaDB have in common. */
abstract class IdColumnMySqlContract extends IdColumnContract {

    @Test
    void autoIncrementGivesOutTheNextIdOfTheGenerator() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY");
        assertErrors(column.findings(LAYOUT), "is AUTO_INCREMENT or an identity");
    }

    @Test
    void anUnsignedIntIsTooNarrowAndAnUnsignedBigintATrap() throws SQLException {
        IdColumn narrow = column("INT UNSIGNED NOT NULL");
        assertErrors(
                narrow.findings(LAYOUT),
                "is " + narrow.type() + ", which holds whole numbers exactly up to 4294967295 only");
        database.execute("DROP TABLE hero");
        IdColumn wide = column("BIGINT UNSIGNED NOT NULL");
        assertThat(wide.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.needed()).startsWith("a signed BIGINT");
        });
    }

    @Test
    void aMediumintAndAFloatAreTooNarrow() throws SQLException {
        assertErrors(
                column("MEDIUMINT").findings(LAYOUT),
                "is " + read(ColumnName.of("hero", "id")).type()
                        + ", which holds whole numbers exactly up to 8388607 only");
        database.execute("DROP TABLE hero");
        assertErrors(
                column("FLOAT").findings(SHORT_LAYOUT),
                "is FLOAT, which holds whole numbers exactly up to 16777215 only");
    }

    @Test
    void anExpressionAsDefaultIsASecondSourceOfIds() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL DEFAULT (UUID_SHORT())");
        assertErrors(column.findings(LAYOUT), "has the default uuid_short()");
    }

    @Test
    void aComputedColumnTakesNoIds() throws SQLException {
        database.execute("CREATE TABLE hero (n BIGINT, id BIGINT GENERATED ALWAYS AS (n + 1) STORED)");
        IdColumn column = read(ColumnName.of("hero", "id"));
        assertErrors(column.findings(LAYOUT), "is computed from other columns");
    }

    @Test
    void aCollationThatIgnoresCaseMakesTwoIdsEqual() throws SQLException {
        IdColumn column = column("VARCHAR(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY");
        assertErrors(
                column.findings(LAYOUT, IdFormat.BASE62),
                "has a collation that ignores case, so that some ids in format base62 are equal");
    }

    @Test
    void collationsThatCompareBytesAreFine() throws SQLException {
        for (String type : List.of(
                "VARCHAR(11) CHARACTER SET latin1 COLLATE latin1_bin",
                "CHAR(11) CHARACTER SET ascii COLLATE ascii_bin",
                "VARBINARY(11)",
                "BINARY(11)",
                "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")) {
            assertThat(column(type + " NOT NULL").findings(LAYOUT, IdFormat.BASE62.fixedWidth()))
                    .describedAs(type)
                    .isEmpty();
            database.execute("DROP TABLE hero");
        }
    }

    @Test
    void aCaseSensitiveCollationOfALanguageIsFine() throws SQLException {
        IdColumn column = column("VARCHAR(13) CHARACTER SET latin1 COLLATE latin1_general_cs NOT NULL");
        assertThat(column.findings(LAYOUT, IdFormat.BASE62)).isEmpty();
        assertThat(column.findings(LAYOUT, IdFormat.CROCKFORD32.fixedWidth())).isEmpty();
    }

    @Test
    void aCharGivesBackWhatWasWrittenAndABinaryDoesNot() throws SQLException {
        assertThat(column("CHAR(20) NOT NULL").findings(LAYOUT, IdFormat.DECIMAL))
                .isEmpty();
        database.execute("DROP TABLE hero");
        assertErrors(
                column("BINARY(20) NOT NULL").findings(LAYOUT, IdFormat.DECIMAL),
                "is BINARY(20), which fills up an id in format decimal that has fewer characters");
    }

    @Test
    void aTableInAnotherDatabaseIsNamedWithIt() throws SQLException {
        column("INT NOT NULL");
        ColumnName name = read(ColumnName.of("hero", "id")).name();
        try (Connection connection = database.connect()) {
            connection.setCatalog("information_schema");
            IdColumn column = IdColumn.read(connection, name).orElseThrow();
            assertThat(column.findings(LAYOUT).get(0).column()).isEqualTo(name.catalog() + ".hero.id");
            assertThat(IdColumn.read(connection, ColumnName.of("hero", "id"))).isEmpty();
            assertThat(IdColumn.read(connection, new ColumnName(null, name.catalog(), "hero", "id")))
                    .isPresent();
        }
    }
}
