package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/segments.md, and the tests that the page names. */
class SegmentsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "segments.md");

    private final TestDatabase database = TestDatabase.plainH2("page" + System.nanoTime());
    private final DataSource dataSource = database.dataSource();

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void everyBlockOfCodeIsRunBySomeTest() {
        Snippets.areAllFound("docs/segments.md", "src/test/java", "src/test/resources");
    }

    @Test
    void eachPromiseNamesATest() throws IOException {
        List<MatchResult> names = Pattern.compile("`(\\w+(?:Contract|Test|IT))(?:#(\\w+))?`")
                .matcher(Files.readString(PAGE))
                .results()
                .toList();
        assertThat(names)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(Files.readString(
                                Path.of("src/test/java/io/snowflakeid/segment", name.group(1) + ".java")))
                        .contains(name.group(2) == null ? "@Test" : " void " + name.group(2) + "("));
    }

    @Test
    void settingsOfTags() throws SQLException {
        database.execute("CREATE TABLE player (number INT)", "INSERT INTO player VALUES (41)");
        try (Segments segments = Segments.on(dataSource).acceptVolatileStorage().build()) {
            SegmentIdSource invoices = segments.tag("invoices").open();
            long number = invoices.nextId();
            assertThat(number).isEqualTo(1);
            SegmentIdSource players = segments.tag("players")
                    .storedIn(dataSource, ColumnName.of("player", "number"))
                    .step(100, 10_000)
                    .lastsFor(Duration.ofSeconds(30))
                    .open();
            assertThat(players.nextId()).isEqualTo(42);
            long largestNumberInUse = 500;
            long margin = 2 * 10_000 * 10;
            segments.raise("invoices", largestNumberInUse + margin);
        }
    }

    @Test
    void aSegmentsObjectForEachKindOfTable() {
        DataSource first = dataSource;
        DataSource second = dataSource;
        shortest().close();
        several(first, second).close();
        Segments leaf = Segments.on(dataSource).leafTable().build();
        Segments tinyid =
                Segments.inSteps(2).database(1, dataSource).tinyidTable().build();
        leaf.close();
        tinyid.close();
    }

    private Segments shortest() {
        Segments segments = Segments.on(dataSource).build();
        return segments;
    }

    private static Segments several(DataSource first, DataSource second) {
        Segments segments =
                Segments.inSteps(4).database(0, first).database(1, second).build();
        return segments;
    }

    @Test
    void numbersWithoutGapsComeFromACounterInTheTransaction() throws Exception {
        String sql = Files.readString(Path.of("src/test/resources/guide/counter.sql"))
                .replace("START TRANSACTION;", "");
        database.execute("CREATE TABLE invoice (number BIGINT, customer BIGINT)");
        String[] statements = sql.strip().split(";\\s*", 0);
        database.execute(statements[0], "INSERT INTO invoice_counter VALUES ('2026', 0)");
        for (int i = 1; i <= 2; i++) {
            database.execute(statements[1], statements[2]);
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT MAX(number) FROM invoice")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isEqualTo(i);
            }
        }
    }
}
