package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is judged alike on every database. */
abstract class IdColumnContract {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    /** 53 bits: what JavaScript's numbers hold. */
    static final SnowflakeLayout SHORT_LAYOUT = SnowflakeLayout.builder()
            .tick(Duration.ofSeconds(1))
            .timestampBits(33)
            .workerBits(8)
            .sequenceBits(12)
            .build();

    TestDatabase database;

    abstract TestDatabase open();

    @BeforeEach
    void openDatabase() {
        database = open();
    }

    @AfterEach
    void closeDatabase() throws SQLException {
        if (database != null) {
            database.close();
        }
    }

    // ---- what the tests say

    IdColumn read(ColumnName name) throws SQLException {
        try (Connection connection = database.connect()) {
            return IdColumn.read(connection, name).orElseThrow();
        }
    }

    /** Of a new table's only column, which is defined as given. */
    IdColumn column(String definition) throws SQLException {
        database.execute("CREATE TABLE hero (id " + definition + ")");
        return read(ColumnName.of("hero", "id"));
    }

    static void assertErrors(List<Finding> findings, String... seen) {
        assertThat(findings).extracting(Finding::severity).allMatch(severity -> severity == Severity.ERROR);
        assertThat(findings).extracting(Finding::seen).containsExactly(seen);
    }

    // ---- numbers

    @Test
    void aPlainBigintIsFine() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL PRIMARY KEY");
        assertThat(column.findings(LAYOUT)).isEmpty();
        assertThat(column.findings(SHORT_LAYOUT)).isEmpty();
        assertThat(column.isText()).isFalse();
    }

    @Test
    void anIntIsTooNarrowForAnyLayout() throws SQLException {
        IdColumn column = column("INT NOT NULL PRIMARY KEY");
        assertErrors(
                column.findings(LAYOUT),
                "is " + column.type() + ", which holds whole numbers exactly up to 2147483647 only");
        assertErrors(
                column.findings(SHORT_LAYOUT),
                "is " + column.type() + ", which holds whole numbers exactly up to 2147483647 only");
        assertThat(column.findings(LAYOUT).get(0).needed())
                .startsWith("BIGINT, as ids of this layout reach 9223372036854775807");
    }

    @Test
    void aSmallintIsTooNarrow() throws SQLException {
        IdColumn column = column("SMALLINT NOT NULL");
        assertErrors(
                column.findings(LAYOUT),
                "is " + column.type() + ", which holds whole numbers exactly up to 32767 only");
    }

    @Test
    void aDecimalIsJudgedByItsDigitsBeforeThePoint() throws SQLException {
        IdColumn column = column("DECIMAL(21,3) NOT NULL");
        assertErrors(
                column.findings(LAYOUT),
                "is " + column.type() + ", which holds whole numbers exactly up to 999999999999999999 only");
        assertThat(column.findings(SHORT_LAYOUT)).isEmpty();
    }

    @Test
    void aDecimalOf19DigitsHoldsEveryId() throws SQLException {
        IdColumn column = column("DECIMAL(19,0) NOT NULL");
        assertThat(column.findings(LAYOUT)).isEmpty();
    }

    @Test
    void aDoubleRoundsIdsOfMoreThan53Bits() throws SQLException {
        IdColumn column = column("DOUBLE PRECISION NOT NULL");
        assertErrors(
                column.findings(LAYOUT),
                "is " + column.type() + ", which holds whole numbers exactly up to 9007199254740991 only");
        assertThat(column.findings(SHORT_LAYOUT)).isEmpty();
    }

    @Test
    void aTextIsNoPlaceForNumbers() throws SQLException {
        IdColumn column = column("VARCHAR(30) NOT NULL");
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", which holds no numbers");
    }

    @Test
    void aDateHoldsNoIds() throws SQLException {
        assertErrors(
                column("DATE").findings(LAYOUT),
                "is date, which holds no numbers"
                        .replace("date", read(ColumnName.of("hero", "id")).type()));
    }

    @Test
    void aConstantDefaultIsATrapAndAnExpressionASecondSourceOfIds() throws SQLException {
        IdColumn constant = column("BIGINT DEFAULT -5 NOT NULL");
        assertThat(constant.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.seen()).startsWith("has the default ").contains("-5");
        });
        assertThat(constant.findings(LAYOUT, IdFormat.DECIMAL))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING, Severity.WARNING);
    }

    // ---- texts

    @Test
    void aTextNeedsRoomForTheLongestId() throws SQLException {
        IdColumn column = column("VARCHAR(18) NOT NULL");
        assertErrors(
                column.findings(LAYOUT, IdFormat.DECIMAL),
                "is " + column.type() + ", too short for the 19 characters of an id in format decimal");
        assertThat(column.findings(SHORT_LAYOUT, IdFormat.DECIMAL)).isEmpty();
        assertThat(column.findings(SHORT_LAYOUT, IdFormat.DECIMAL.fixedWidth())).hasSize(1);
        assertThat(column.findings(LAYOUT, IdFormat.CROCKFORD32)).isEmpty();
        assertThat(column.isText()).isTrue();
        assertThat(column.findings(LAYOUT, IdFormat.DECIMAL).get(0).needed()).startsWith("VARCHAR(19)");
    }

    @Test
    void aCharOfTheFormatsOneLengthIsFine() throws SQLException {
        assertThat(column("CHAR(13) NOT NULL").findings(LAYOUT, IdFormat.CROCKFORD32.fixedWidth()))
                .isEmpty();
    }

    @Test
    void aNumberIsNoPlaceForTexts() throws SQLException {
        IdColumn column = column("BIGINT NOT NULL");
        assertErrors(
                column.findings(LAYOUT, IdFormat.CROCKFORD32),
                "is " + column.type() + ", but these ids are texts in format crockford32");
        assertThat(column.findings(LAYOUT, IdFormat.DECIMAL.fixedWidth()))
                .extracting(Finding::severity)
                .containsExactly(Severity.ERROR);
        assertThat(column.findings(LAYOUT, IdFormat.DECIMAL))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    // ---- names

    @Test
    void whatDoesNotExistIsNotFound() throws SQLException {
        database.execute("CREATE TABLE hero (id BIGINT)");
        try (Connection connection = database.connect()) {
            assertThat(IdColumn.read(connection, ColumnName.of("hero", "idd"))).isEmpty();
            assertThat(IdColumn.read(connection, ColumnName.of("her_", "id"))).isEmpty();
            assertThat(IdColumn.read(connection, ColumnName.of("%", "%"))).isEmpty();
            assertThat(IdColumn.read(connection, ColumnName.of("he'ro", "id"))).isEmpty();
        }
    }

    @Test
    void aNameIsFoundInAnotherCase() throws SQLException {
        column("BIGINT");
        assertThat(read(ColumnName.of("HERO", "Id")).findings(LAYOUT)).isEmpty();
    }

    @Test
    void oddNamesAreFound() throws SQLException {
        try (Connection connection = database.connect()) {
            String mark = connection.getMetaData().getIdentifierQuoteString();
            String table = mark + "order" + mark;
            String column = mark + "It's the " + mark + mark + "key" + mark + mark + mark;
            database.execute("CREATE TABLE " + table + " (" + column + " INT NOT NULL)");
            assertThat(read(ColumnName.of("order", "It's the " + mark + "key" + mark))
                            .findings(LAYOUT))
                    .hasSize(1);
        }
    }

    // ---- manners

    @Test
    void theConnectionIsLeftAsItWas() throws SQLException {
        column("INT");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("INSERT INTO hero VALUES (1)");
            assertThat(IdColumn.read(connection, ColumnName.of("hero", "id"))).isPresent();
            assertThat(connection.isClosed()).isFalse();
            assertThat(connection.getAutoCommit()).isFalse();
            connection.rollback();
        }
        try (Connection connection = database.connect();
                java.sql.ResultSet rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM hero")) {
            rows.next();
            assertThat(rows.getInt(1)).isZero();
        }
    }
}
