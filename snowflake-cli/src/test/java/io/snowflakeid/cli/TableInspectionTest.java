package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.run;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TableInspectionTest extends CommandOnH2 {

    private CommandLineRun inspect(String... arguments) {
        return CliRun.on(database, "inspect", arguments);
    }

    @Test
    void saysWhichLayoutsFitTheNewestFirstAndWhereOursWouldStart() throws SQLException {
        InspectedTable.fill(database, 5000);
        CommandLineRun run = inspect("--table", "orders");

        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        String day = "20\\d\\d-\\d\\d-\\d\\d";
        run.out()
                .startsWith("ORDERS.ID BIGINT\nPLACE ")
                .containsPattern(
                        "\nSMALLEST +1\nFROM 10\\^12 +\\d+\n25 % +\\d+\n50 % +\\d+\n75 % +\\d+\nGREATEST +\\d+\n")
                .containsPattern("(?m)^PLAUSIBLE +SMALLEST +FROM 10\\^12 +25 % +50 % +75 % +GREATEST +LAYOUT OF\n"
                        + "no .*\n|^yes +- +" + day + " .* "
                        + Instant.now().toString().substring(0, 7))
                .containsPattern(
                        "(?s)\nyes [^\n]* ShardingSphere, up to 14 h off.*\nyes [^\n]* DEFAULT, TWITTER, MyBatis")
                .containsPattern("\nno +- .* CosId\n")
                .contains("\nnew ids: DEFAULT = 41x1ms/0/10/12@2010-11-04T01:42:54.657Z would start at ")
                .endsWith("\n  above the greatest stored id\n");
    }

    @Test
    void aCounterFitsNoLayout() throws SQLException {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY)", "INSERT INTO orders SELECT X FROM SYSTEM_RANGE(1, 9)");
        inspect("--table", "orders")
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("SMALLEST  1\n25 %      3\n50 %      5\n75 %      7\nGREATEST  9\n")
                .doesNotContain("yes ");
    }

    @Test
    void readsUnderALayoutOfOnesOwn() throws SQLException {
        SnowflakeLayout own = SnowflakeLayout.parse("41x1ms/0/10/12@2025-01-01T00:00:00Z");
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (" + own.minIdAt(Instant.parse("2026-02-03T00:00:00Z")) + ")");
        inspect("--table", "orders", "--layout", own.spec())
                .exitsWith(ExitCode.FINE)
                .out()
                .containsPattern("\nyes +2026-02-03 .* " + own.spec() + "\n")
                .contains("\nnew ids: " + own.spec() + " would start at ");
    }

    @Test
    void failsIfNewIdsAreNotAboveAndShowsTheGap() throws SQLException {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (5), (5008165513356926976), (9122757926820274176)");
        inspect("--table", "orders")
                .exitsWith(ExitCode.FOUND)
                .out()
                .contains("  NOT above the greatest stored id, which this layout reaches on 2079-10-07; an earlier")
                .contains(
                        "  no id is stored from the first new id up to 5008165513356926976, which this layout reaches on 2048-09-04\n");
    }

    @Test
    void looksAtNumbersThatNoLayoutMakes() throws SQLException {
        database.execute("CREATE TABLE orders (id NUMERIC(20) PRIMARY KEY)", "INSERT INTO orders VALUES (-7), (9)");
        inspect("--table", "orders").exitsWith(ExitCode.FINE).out().doesNotContain("yes ");
        database.execute("INSERT INTO orders VALUES (9223372036854775807)");
        inspect("--table", "orders", "--layout", "JAVASCRIPT_SAFE")
                .exitsWith(ExitCode.FOUND)
                .out()
                .contains("NOT above the greatest stored id, which this layout reaches never;")
                .contains("up to 9223372036854775807, which this layout reaches never\n")
                .doesNotContain("yes ");
        database.execute("INSERT INTO orders VALUES (18446744073709551615)");
        inspect("--table", "orders").failsWith(ExitCode.DATABASE, "a database failed: ", "18446744073709551615");
    }

    @Test
    void rowsWithoutAnIdAreLeftOut() throws SQLException {
        database.execute(
                "CREATE TABLE item (no BIGINT PRIMARY KEY, order_id BIGINT)",
                "CREATE INDEX by_order ON item (order_id)",
                "INSERT INTO item SELECT X, NULL FROM SYSTEM_RANGE(1, 30)",
                "INSERT INTO item SELECT X + 100, 8000000000000000000 + X FROM SYSTEM_RANGE(1, 30)");
        inspect("--table", "item", "--column", "order_id")
                .exitsWith(ExitCode.FOUND)
                .out()
                .contains("SMALLEST  8000000000000000001\n", "GREATEST  8000000000000000030\n");
    }

    @Test
    void anEmptyTableIsFine() throws SQLException {
        InspectedTable.fill(database, 0);
        inspect("--table", "orders")
                .exitsWith(ExitCode.FINE)
                .out()
                .startsWith("ORDERS.ID BIGINT: the table is empty\n\nnew ids: DEFAULT = ");
    }

    @Test
    void refusesWhatItCannotLookAt() throws SQLException {
        InspectedTable.fill(database, 0);
        database.execute("CREATE TABLE note (id VARCHAR(36) PRIMARY KEY)");
        inspect("--table", "orders", "--column", "total")
                .failsWith(
                        ExitCode.DATABASE,
                        "PUBLIC.ORDERS.TOTAL has no index that begins with it",
                        "each query would read the whole table",
                        "use the column of the primary key");
        inspect("--table", "orders", "--column", "no")
                .failsWith(ExitCode.DATABASE, "the database (", " has no column orders.no, or the user may not see it");
        inspect("--table", "note")
                .failsWith(ExitCode.DATABASE, "NOTE.ID ", " is not numeric: select some of its texts");
        inspect("--table", "orders", "--layout", "28x1000ms/0/22/13@2016-05-20T00:00:00Z")
                .failsWith(ExitCode.USAGE, "");
    }

    @Test
    void takesAnIdOrATable() {
        run("inspect").failsWith(ExitCode.USAGE, "inspect needs an id, or --table and --database");
        run("inspect", "--table", "orders").failsWith(ExitCode.USAGE, "--database is missing: add the address");
        inspect("--table", "orders", "5").failsWith(ExitCode.USAGE, "inspect needs an id, or --table");
        inspect().failsWith(ExitCode.USAGE, "inspect needs an id, or --table");
    }
}
