package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.column.Finding.Severity;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What MySQL and MariaDB have in common. */
abstract class IdColumnMySqlContract extends IdColumnContract {

    @Test
    void autoIncrementGivesOutTheNextIdOfTheGenerator() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY");
        assertErrors(column.findings(LAYOUT), "is AUTO_INCREMENT");
        assertThat(column.findings(LAYOUT).get(0).statement()).startsWith("ALTER TABLE `hero` MODIFY `id` bigint");
        mended(column);
    }

    @Test
    void oneStatementMendsBothAndKeepsTheRest() throws SQLException {
        IdColumn column = column("INT NOT NULL AUTO_INCREMENT PRIMARY KEY COMMENT 'it''s \\\\ the \"key\"'");
        assertThat(column.findings(LAYOUT))
                .extracting(Finding::statement)
                .containsOnly("ALTER TABLE `hero` MODIFY `id` BIGINT NOT NULL COMMENT 'it''s \\\\ the \"key\"'");
        mended(column);
        assertThat(definition())
                .contains("NOT NULL COMMENT 'it''s \\\\ the \"key\"'")
                .contains("PRIMARY KEY (`id`)");
    }

    private String definition() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE hero")) {
            row.next();
            return row.getString(2);
        }
    }

    @Test
    void anUnsignedIntIsTooNarrowAndAnUnsignedBigintATrap() throws SQLException {
        IdColumn narrow = column("INT UNSIGNED NOT NULL");
        assertErrors(narrow.findings(LAYOUT), "is " + narrow.type() + ", which ends at 4294967295");
        mended(narrow);
        database.execute("DROP TABLE hero");
        IdColumn wide = column("BIGINT UNSIGNED NOT NULL");
        assertThat(wide.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.needed()).startsWith("a signed BIGINT");
            assertThat(finding.statement()).isEqualTo("ALTER TABLE `hero` MODIFY `id` BIGINT NOT NULL");
        });
        mended(wide);
    }

    @Test
    void aMediumintAndAFloatAreTooNarrow() throws SQLException {
        assertErrors(
                column("MEDIUMINT").findings(LAYOUT),
                "is " + read(ColumnName.of("hero", "id")).type() + ", which ends at 8388607");
        database.execute("DROP TABLE hero");
        assertErrors(column("FLOAT").findings(SHORT_LAYOUT), "is float, which keeps 24 of the 53 bits of an id");
    }

    @Test
    void anExpressionAsDefaultIsASecondSourceOfIds() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL DEFAULT (UUID_SHORT())");
        assertErrors(column.findings(LAYOUT), "has the default uuid_short()");
        mended(column);
    }

    @Test
    void aComputedColumnTakesNoIds() throws SQLException {
        database.execute("CREATE TABLE hero (n BIGINT, id BIGINT GENERATED ALWAYS AS (n + 1) STORED)");
        IdColumn column = read(ColumnName.of("hero", "id"));
        assertErrors(column.findings(LAYOUT), "is computed from other columns");
        assertThat(column.findings(LAYOUT).get(0).statement()).isNull();
    }

    @Test
    void aCollationThatIgnoresCaseMakesTwoIdsEqual() throws SQLException {
        IdColumn column = column("VARCHAR(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY");
        assertErrors(
                column.findings(LAYOUT, IdFormat.BASE62),
                "is compared by utf8mb4_general_ci as if small letters and capitals were the same");
        assertThat(column.findings(LAYOUT, IdFormat.BASE62).get(0).statement())
                .isEqualTo(
                        "ALTER TABLE `hero` MODIFY `id` varchar(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL");
        mended(column, Optional.of(IdFormat.BASE62));
        database.execute("INSERT INTO hero VALUES ('a'), ('A')");
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
    void aCaseSensitiveCollationOfALanguageIsNotedForSortableTextsAlone() throws SQLException {
        IdColumn column = column("VARCHAR(13) CHARACTER SET latin1 COLLATE latin1_general_cs NOT NULL");
        assertThat(column.findings(LAYOUT, IdFormat.BASE62)).isEmpty();
        assertThat(column.findings(LAYOUT, IdFormat.BASE62.fixedWidth()))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTE);
        assertThat(column.findings(LAYOUT, IdFormat.CROCKFORD32.fixedWidth())).isEmpty();
    }

    @Test
    void aTooShortTextKeepsItsCharsetAndCollation() throws SQLException {
        IdColumn column = column("VARCHAR(9) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL COMMENT 'key'");
        mended(column, Optional.of(IdFormat.BASE62));
        assertThat(definition())
                .contains("`id` varchar(11) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL COMMENT 'key'");
    }

    @Test
    void aCharGivesBackWhatWasWrittenAndABinaryDoesNot() throws SQLException {
        assertThat(column("CHAR(20) NOT NULL").findings(LAYOUT, IdFormat.DECIMAL))
                .isEmpty();
        database.execute("DROP TABLE hero");
        assertErrors(
                column("BINARY(20) NOT NULL").findings(LAYOUT, IdFormat.DECIMAL),
                "is binary(20), which fills up an id in format decimal that has fewer characters");
    }

    @Test
    void aTableInAnotherDatabaseIsNamedWithIt() throws SQLException {
        column("INT NOT NULL");
        ColumnName name = read(ColumnName.of("hero", "id")).name();
        try (Connection connection = database.connect()) {
            connection.setCatalog("information_schema");
            IdColumn column = IdColumn.read(connection, name).orElseThrow();
            assertThat(column.findings(LAYOUT).get(0).statement())
                    .isEqualTo("ALTER TABLE `" + name.catalog() + "`.`hero` MODIFY `id` BIGINT NOT NULL");
            assertThat(IdColumn.read(connection, ColumnName.of("hero", "id"))).isEmpty();
            assertThat(IdColumn.read(connection, new ColumnName(null, name.catalog(), "hero", "id")))
                    .isPresent();
        }
    }

    @Test
    void theForeignKeyThatIsInTheWayIsNamed() throws SQLException {
        database.execute(
                "CREATE TABLE hero (id INT NOT NULL PRIMARY KEY)",
                "CREATE TABLE mail (hero_id INT, CONSTRAINT mail_hero FOREIGN KEY (hero_id) REFERENCES hero (id))");
        assertThat(read(ColumnName.of("hero", "id")).findings(LAYOUT).get(0).needed())
                .endsWith("the same type and add them again: mail.hero_id (foreign key mail_hero)");
    }
}
