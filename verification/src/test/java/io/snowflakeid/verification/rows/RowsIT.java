package io.snowflakeid.verification.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
@Tag("long")
class RowsIT {

    @TempDir
    private Path folder;

    @Test
    void measuresJvmsOfItsOwnAndWritesThePage() throws IOException {
        Path page = folder.resolve("page.md");

        JsonNode figures = run("--page", page.toString(), "--shapes", "mybatis_batch");

        assertThat(figures.path("targets").findValuesAsText("what"))
                .containsExactly(
                        "MyBatis, batches of 50: snowflakeid to preset ids",
                        "MyBatis, batches of 50: snowflakeid to hypersistence TSID");
        assertThat(figures.path("shapes").findValues("cpu"))
                .hasSize(3)
                .allSatisfy(nanos -> assertThat(nanos.asDouble()).isBetween(10.0, 1_000_000.0));
        assertThat(page).content().contains("| **snowflakeid** |", "at most 1.030");
    }

    @Test
    void measuresOnAServerAndLeavesNothingThere() throws IOException, SQLException {
        try (TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            JsonNode figures = run(
                    "--url",
                    database.url(),
                    "--user",
                    database.user(),
                    "--password",
                    database.password(),
                    "--shapes",
                    "hibernate,mybatis_select");

            assertThat(figures.path("shapes").findValuesAsText("ids"))
                    .hasSize(7)
                    .contains("IDENTITY", "pooled-lo");
            assertThat(databasesOf(database)).noneMatch(name -> name.startsWith("snowflake_bench_rows"));
        }
    }

    private JsonNode run(String... options) throws IOException {
        Path json = folder.resolve("figures.json");
        List<String> arguments = new ArrayList<>(List.of("--rounds", "1", "--json", json.toString()));
        arguments.addAll(List.of(options));
        int exitCode = new CommandLine(new RowsCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments.toArray(String[]::new));
        assertThat(exitCode).isEqualTo(ExitCode.FINE);
        return new ObjectMapper()
                .readTree(Files.readString(json))
                .path("rows")
                .elements()
                .next();
    }

    private static List<String> databasesOf(TestDatabase database) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW DATABASES")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
