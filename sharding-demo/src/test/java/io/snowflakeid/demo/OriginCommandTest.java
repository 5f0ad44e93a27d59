package io.snowflakeid.demo;

import static io.snowflakeid.demo.OriginTable.look;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OriginCommandTest {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = TestDatabase.plainH2("origin");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    @Test
    void saysWhoCouldHaveMadeTheIdsAndWhereOursWouldStart() throws SQLException {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, created_at TIMESTAMP WITH TIME ZONE)");
        OriginTable.fill(database, "orders", 5000);
        CommandLineRun run = look(database, "--table", "orders", "--created-at", "created_at");

        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .startsWith("ORDERS.ID BIGINT\nread: ")
                .contains("; the database guesses ")
                .contains("""

                        from 1 to 20, 20 different ids read, may have been made by
                          good    a counter: AUTO_INCREMENT, IDENTITY or a sequence
                                  the numbers are small, and lie close together
                                  100% of 19 pairs of neighbours differ by 1
                        """)
                .contains("  strong  ShardingSphere's SNOWFLAKE  (41x1ms/0/10/12@2016-11-01T00:00:00Z)\n          all ")
                .contains("""
                                  3 workers of 1,024 possible: 0, 1, 2
                                  all rows say to have been created at most 300 ms from the time in the id
                        """)
                .contains("\nOurs: DEFAULT = 41x1ms/0/10/12@2010-11-04T01:42:54.657Z would start at ")
                .contains(
                        "  Ids that are stored now and those of this layout cannot meet",
                        "all that are stored are below all of ours.\n");
    }

    @Test
    void readsNoMoreOfALargeTable() throws SQLException {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, created_at TIMESTAMP)");
        OriginTable.fill(database, "orders", 100_000);
        look(database, "--table", "orders")
                .exitsWith(ExitCode.FINE)
                .out()
                .matches("(?s).*read: 1,0\\d\\d rows at 1\\d\\d places .*");
    }

    @Test
    void failsWhereOursWouldNotBeAbove() throws SQLException {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)", "INSERT INTO orders VALUES (8000000000000000000)");
        look(database, "--table", "orders")
                .exitsWith(ExitCode.FOUND)
                .out()
                .contains("; that is all\n")
                .contains("  NOT above the largest number that is stored, 8000000000000000000, but ");
    }

    @Test
    void rowsWithoutAnIdAreNotTakenForAllThereAre() throws SQLException {
        database.execute(
                "CREATE TABLE item (no BIGINT PRIMARY KEY, order_id BIGINT)",
                "CREATE INDEX by_order ON item (order_id)",
                "INSERT INTO item SELECT X, NULL FROM SYSTEM_RANGE(1, 30)",
                "INSERT INTO item SELECT X + 100, 8000000000000000000 + X FROM SYSTEM_RANGE(1, 30)");
        look(database, "--table", "item", "--column", "order_id")
                .exitsWith(ExitCode.FOUND)
                .out()
                .contains("  NOT above the largest number that is stored, 8000000000000000030, but ");
    }

    @Test
    void printsJsonWithIdsAsTexts() throws SQLException, IOException {
        database.execute(
                "CREATE TABLE note (\"no\" VARCHAR(19) PRIMARY KEY)",
                "INSERT INTO note VALUES ('1331231824281604096')");
        CommandLineRun run = look(database, "--table", "note", "--column", "no", "--json", "--layout", "GAME_SERVERS");

        run.exitsWith(ExitCode.FINE);
        run.out().satisfies(text -> {
            JsonNode json = new ObjectMapper().readTree(text);
            assertThat(json.at("/largest")).hasToString("\"1331231824281604096\"");
            assertThat(json.at("/estimatedRows").asInt()).isEqualTo(1);
            assertThat(json.at("/ours/above").asBoolean()).isTrue();
            assertThat(json.at("/ours/proof").asText()).isEqualTo("by_range");
            assertThat(json.at("/ours/first").isTextual()).isTrue();
            assertThat(json.at("/parts/0/candidates/0/evidence").asText()).isEqualTo("weak");
        });
    }

    @Test
    void looksAtUuids() throws SQLException {
        database.execute(
                "CREATE TABLE note (id UUID DEFAULT RANDOM_UUID() PRIMARY KEY, t INT)",
                "INSERT INTO note (t) SELECT X FROM SYSTEM_RANGE(1, 500)");
        look(database, "--table", "note")
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("  strong  UUID\n          all 20 sampled ids are UUIDs of version 4 (20)\n")
                .contains("  No number was read that they could meet, but not every row was read and understood.\n");
    }

    @Test
    void anEmptyTableIsFine() throws SQLException {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
        look(database, "--table", "orders")
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("read: 0 rows at 1 place of the index; that is all\n");
    }

    @Test
    void refusesWhatItCannotLookAt() throws SQLException {
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, total BIGINT)");
        look(database, "--table", "orders", "--column", "total")
                .failsWith(
                        ExitCode.DATABASE,
                        "PUBLIC.ORDERS.TOTAL has no index that begins with it",
                        "each look would read the whole table",
                        "name the column of the primary key");
        look(database, "--table", "orders", "--created-at", "created")
                .failsWith(ExitCode.DATABASE, "the database (")
                .err()
                .contains(
                        " has no column orders.created, or the user may not see it: correct --table and --created-at");
        look(database, "--table", "orders", "--layout", "28x1000ms/0/22/13@2016-05-20T00:00:00Z")
                .failsWith(ExitCode.USAGE, "layout 28x1000ms/0/22/13@2016-05-20T00:00:00Z makes no ids now");
        look(database, "--table", "orders", "--timeout", "0")
                .failsWith(ExitCode.USAGE, "--timeout must be between 1 and 3600 seconds, but is 0");
    }
}
