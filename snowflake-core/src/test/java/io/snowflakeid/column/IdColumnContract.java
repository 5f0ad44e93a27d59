package io.snowflakeid.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

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

    /** Runs the statements of all findings, and expects none of them afterwards but notes. */
    IdColumn mended(IdColumn column, Optional<IdFormat> texts) throws SQLException {
        List<Finding> before = findings(column, texts);
        assertThat(before).extracting(Finding::statement).doesNotContainNull();
        database.execute(before.stream()
                .map(Finding::statement)
                .filter(Objects::nonNull)
                .distinct()
                .toArray(String[]::new));
        IdColumn after = read(column.name());
        assertThat(findings(after, texts)).isEmpty();
        return after;
    }

    private static List<Finding> findings(IdColumn column, Optional<IdFormat> texts) {
        return texts.map(format -> column.findings(LAYOUT, format)).orElseGet(() -> column.findings(LAYOUT));
    }

    IdColumn mended(IdColumn column) throws SQLException {
        return mended(column, Optional.empty());
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
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", which ends at 2147483647");
        assertErrors(column.findings(SHORT_LAYOUT), "is " + column.type() + ", which ends at 2147483647");
        assertThat(column.findings(LAYOUT).get(0).needed())
                .startsWith("BIGINT, as ids of this layout have up to 63 bits");
        mended(column);
    }

    @Test
    void aSmallintIsTooNarrow() throws SQLException {
        IdColumn column = column("SMALLINT NOT NULL");
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", which ends at 32767");
        mended(column);
    }

    @Test
    void aDecimalIsJudgedByItsDigitsBeforeThePoint() throws SQLException {
        IdColumn column = column("DECIMAL(21,3) NOT NULL");
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", too short for the 19 digits of an id");
        assertThat(column.findings(SHORT_LAYOUT)).extracting(Finding::severity).containsExactly(Severity.NOTE);
        mended(column);
    }

    @Test
    void aDecimalOf19DigitsHoldsEveryId() throws SQLException {
        IdColumn column = column("DECIMAL(19,0) NOT NULL");
        assertThat(column.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.statement()).isNull();
        });
    }

    @Test
    void aDoubleRoundsIdsOfMoreThan53Bits() throws SQLException {
        IdColumn column = column("DOUBLE PRECISION NOT NULL");
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", which keeps 53 of the 63 bits of an id");
        assertThat(column.findings(SHORT_LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.needed()).contains("with 53 of the 53 bits");
        });
        mended(column);
    }

    @Test
    void aTextIsNoPlaceForNumbers() throws SQLException {
        IdColumn column = column("VARCHAR(30) NOT NULL");
        assertErrors(column.findings(LAYOUT), "is " + column.type() + ", a text, but these ids are numbers");
        mended(column);
    }

    @Test
    void aDateHoldsNoIds() throws SQLException {
        assertErrors(
                column("DATE").findings(LAYOUT),
                "is date, which holds no numbers of 63 bits"
                        .replace("date", read(ColumnName.of("hero", "id")).type()));
    }

    @Test
    void aConstantDefaultIsATrapAndAnExpressionASecondSourceOfIds() throws SQLException {
        IdColumn constant = column("BIGINT DEFAULT -5 NOT NULL");
        assertThat(constant.findings(LAYOUT)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.seen()).startsWith("has the default ").contains("-5");
        });
        mended(constant);
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
        IdColumn after = mended(column, Optional.of(IdFormat.DECIMAL));
        assertThat(after.type().toLowerCase(java.util.Locale.ROOT)).endsWith("(19)");
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
        mended(column, Optional.of(IdFormat.CROCKFORD32));
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
    void oddNamesAreQuotedInStatements() throws SQLException {
        try (Connection connection = database.connect()) {
            String mark = connection.getMetaData().getIdentifierQuoteString();
            String table = mark + "order" + mark;
            String column = mark + "It's the " + mark + mark + "key" + mark + mark + mark;
            database.execute("CREATE TABLE " + table + " (" + column + " INT NOT NULL)");
            mended(read(ColumnName.of("order", "It's the " + mark + "key" + mark)));
        }
    }

    @Test
    void aViewIsNotedAndItsTypesAreJudgedWithoutStatements() throws SQLException {
        database.execute("CREATE TABLE hero (id INT NOT NULL)", "CREATE VIEW heroes AS SELECT id FROM hero");
        List<Finding> findings = read(ColumnName.of("heroes", "id")).findings(LAYOUT);
        assertThat(findings).extracting(Finding::severity).containsExactly(Severity.ERROR, Severity.WARNING);
        assertThat(findings.get(1).seen()).isEqualTo("is a column of a view");
        assertThat(findings).extracting(Finding::statement).containsOnlyNulls();
    }

    @Test
    void columnsThatReferToATooNarrowOneAreNamed() throws SQLException {
        database.execute(
                "CREATE TABLE hero (id INT NOT NULL PRIMARY KEY)",
                "CREATE TABLE mail (hero_id INT, CONSTRAINT mail_hero FOREIGN KEY (hero_id) REFERENCES hero (id))");
        assertThat(read(ColumnName.of("hero", "id")).findings(LAYOUT).get(0).needed())
                .containsIgnoringCase("drop the foreign keys that refer to it")
                .containsIgnoringCase("mail.hero_id");
    }

    // ---- rows

    @Test
    void idsOfThePastAndAnEmptyTableAreFine() throws SQLException {
        IdColumn column = column("BIGINT");
        assertThat(stored(column)).isEmpty();
        database.execute("INSERT INTO hero VALUES (1), (-7), (" + LAYOUT.maxIdAt(NOW.plusSeconds(59)) + "), (NULL)");
        assertThat(stored(column)).isEmpty();
    }

    @Test
    void idsWhoseTimeIsYetToComeMayBeMadeAgain() throws SQLException {
        IdColumn column = column("BIGINT");
        long inAnHour = LAYOUT.minIdAt(NOW.plus(Duration.ofHours(1)));
        long inTwoHours = LAYOUT.maxIdAt(NOW.plus(Duration.ofHours(2)));
        database.execute("INSERT INTO hero VALUES (5), (" + inAnHour + "), (" + inTwoHours + ")");
        List<Finding> findings = stored(column);
        assertThat(findings).extracting(Finding::severity).containsExactly(Severity.WARNING, Severity.WARNING);
        assertThat(findings.get(0).seen())
                .isEqualTo("holds ids from " + inAnHour + " to " + inTwoHours
                        + " whose timestamps lie in this layout's future");
        assertThat(findings.get(0).needed())
                .contains("before 2026-11-20T13:00:00Z")
                .endsWith("until 2026-11-20T14:00:00Z");
        assertThat(findings.get(1).seen())
                .isEqualTo("holds " + inTwoHours + ", which is larger than any id that this layout makes now");
    }

    @Test
    void idsBeyondTheLayoutOnlySortAbove() throws SQLException {
        IdColumn column = column("BIGINT");
        long beyond = 1L << SHORT_LAYOUT.bits();
        database.execute("INSERT INTO hero VALUES (5), (" + beyond + ")");
        try (Connection connection = database.connect()) {
            assertThat(column.storedIds(connection, SHORT_LAYOUT, NOW))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                        assertThat(finding.seen())
                                .isEqualTo("holds " + beyond + ", which is larger than any id of this layout");
                    });
        }
    }

    @Test
    void theLastIdOfTheLayoutStillCountsAsOneToCome() throws SQLException {
        IdColumn column = column("BIGINT");
        long last = LAYOUT.encode(new DecodedId(LAYOUT.timestampOf(LAYOUT.maxTick()), 0, 1023, 4095, 0));
        database.execute("INSERT INTO hero VALUES (" + last + ")");
        assertThat(stored(column)).hasSize(2);
    }

    @Test
    void textsAreNotLookedAt() throws SQLException {
        IdColumn column = column("VARCHAR(30)");
        database.execute("INSERT INTO hero VALUES ('9223372036854775807')");
        assertThat(stored(column)).isEmpty();
    }

    private List<Finding> stored(IdColumn column) throws SQLException {
        try (Connection connection = database.connect()) {
            return column.storedIds(connection, LAYOUT, NOW);
        }
    }

    // ---- manners

    @Test
    void theConnectionIsLeftAsItWas() throws SQLException {
        column("INT");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("INSERT INTO hero VALUES (1)");
            IdColumn column =
                    IdColumn.read(connection, ColumnName.of("hero", "id")).orElseThrow();
            column.storedIds(connection, LAYOUT, NOW);
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
