package io.snowflakeid.verification.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
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

        JsonNode figures = run("--page=" + page, "--shapes=mybatis_batch");

        assertThat(figures.findValue("targets").findValuesAsText("what"))
                .containsExactly(
                        "MyBatis, batches of 50: snowflakeid to preset ids",
                        "MyBatis, batches of 50: snowflakeid to hypersistence TSID");
        assertThat(figures.findValue("shapes").findValues("cpu"))
                .hasSize(3)
                .allSatisfy(nanos -> assertThat(nanos.asDouble()).isBetween(10.0, 1_000_000.0));
        assertThat(page).content().contains("| **snowflakeid** |", "at most 1.030");
    }

    @Test
    void measuresOnAServer() throws Exception {
        try (TestDatabase database = DatabaseServer.mySqlOrMariaDb().newDatabase()) {
            JsonNode figures = run(
                    "--url=" + database.url(),
                    "--user=" + database.user(),
                    "--password=" + database.password(),
                    "--shapes=hibernate,mybatis_select");

            assertThat(figures.findValue("shapes").findValuesAsText("ids"))
                    .hasSize(7)
                    .contains("IDENTITY", "pooled-lo");
        }
    }

    private JsonNode run(String... options) throws IOException {
        Path json = folder.resolve("figures.json");
        Stream<String> arguments =
                Stream.concat(Stream.of("--rounds", "1", "--json", json.toString()), Stream.of(options));
        CommandLineRun.of(
                        new CommandLine(new RowsCommand()).setCaseInsensitiveEnumValuesAllowed(true),
                        arguments.toArray(String[]::new))
                .exitsWith(ExitCode.FINE);
        return new ObjectMapper().readTree(json.toFile()).path("rows");
    }
}
