package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is judged alike on every database. */
abstract class IdColumnContract {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    /** 53 bits: what JavaScript's numbers hold. */
    static final SnowflakeLayout SHORT_LAYOUT = SnowflakeLayout.parse("33x1000ms/0/8/12@2010-11-04T01:42:54.657Z");

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

    /**
     * @param format of ids as texts; null if they are numbers
     * @param seen a part of the only error under the longer layout; null if there is none
     * @param seenShort the same under the shorter one
     */
    void assertJudged(String definition, @Nullable String format, @Nullable String seen, @Nullable String seenShort)
            throws SQLException {
        IdColumn column = column(definition);
        assertError(findings(column, LAYOUT, format), seen);
        assertError(findings(column, SHORT_LAYOUT, format), seenShort);
    }

    private static List<Finding> findings(IdColumn column, SnowflakeLayout layout, @Nullable String format) {
        return format == null ? column.findings(layout) : column.findings(layout, IdFormat.of(format));
    }

    private static void assertError(List<Finding> findings, @Nullable String seen) {
        if (seen == null) {
            assertThat(findings).isEmpty();
        } else {
            assertThat(findings).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                assertThat(finding.seen()).contains(seen);
            });
        }
    }

    static void assertErrors(List<Finding> findings, String... seen) {
        assertThat(findings).extracting(Finding::severity).allMatch(severity -> severity == Severity.ERROR);
        assertThat(findings).extracting(Finding::seen).containsExactly(seen);
    }

    // ---- types

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BIGINT NOT NULL PRIMARY KEY |                   |                               |
            INT NOT NULL PRIMARY KEY    |                   | up to 2147483647 only         | up to 2147483647 only
            DECIMAL(21,3) NOT NULL      |                   | up to 999999999999999999 only |
            DECIMAL(19,0) NOT NULL      |                   |                               |
            DOUBLE PRECISION NOT NULL   |                   | up to 9007199254740991 only   |
            VARCHAR(30) NOT NULL        |                   | holds no numbers              | holds no numbers
            DATE                        |                   | holds no numbers              | holds no numbers
            VARCHAR(18) NOT NULL        | decimal           | too short for the 19          |
            VARCHAR(18) NOT NULL        | decimal-fixed     | too short for the 19          | too short for the 19
            VARCHAR(18) NOT NULL        | crockford32       |                               |
            CHAR(13) NOT NULL           | crockford32-fixed |                               |
            BIGINT NOT NULL             | crockford32       | but these ids are texts       | but these ids are texts
            BIGINT NOT NULL             | decimal-fixed     | but these ids are texts       | but these ids are texts
            """)
    void aTypeIsJudgedByWhatItHolds(
            String definition, @Nullable String format, @Nullable String seen, @Nullable String seenShort)
            throws SQLException {
        assertJudged(definition, format, seen, seenShort);
    }

    @Test
    void whatIsNeededIsSaid() throws SQLException {
        IdColumn number = column("INT NOT NULL");
        assertThat(number.isText()).isFalse();
        assertThat(number.findings(LAYOUT).get(0).needed())
                .startsWith("BIGINT, as ids of this layout reach 9223372036854775807");
        database.execute("DROP TABLE hero");
        IdColumn text = column("VARCHAR(18) NOT NULL");
        assertThat(text.isText()).isTrue();
        assertThat(text.findings(LAYOUT, IdFormat.DECIMAL).get(0).needed()).startsWith("VARCHAR(19)");
    }

    @Test
    void numbersAsTextsAreATrapInAColumnOfNumbers() throws SQLException {
        assertThat(column("BIGINT NOT NULL").findings(LAYOUT, IdFormat.DECIMAL))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void aConstantDefaultIsATrapAndAnExpressionASecondSourceOfIds() throws SQLException {
        IdColumn constant = column("BIGINT DEFAULT -5 NOT NULL");
        assertThat(constant.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.seen()).startsWith("has the default ").contains("-5");
        });
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
}
