package io.snowflakeid.verification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses makers without a database, so that a run takes a few seconds. The seed kills writer 0 after 0.6 s, and pauses writer 1. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
class ChaosCommandTest {

    @TempDir
    private Path folder;

    @Test
    void exitsWithOneAndShowsTheWritersOfADuplicate() throws IOException {
        CommandLineRun run = chaos("--maker", "forgetful", "--writers", "1", "--faults", "kills", "--seed", "6465");
        run.exitsWith(ExitCode.FOUND);
        run.out()
                .containsPattern("by writer 0, process (\\d+), thread .* and writer 0, process (?!\\1,)\\d+, thread ")
                .contains("FAILED  an id was generated more than once");
        assertThat(json().path("duplicates").asLong()).isPositive();
        assertThat(json().path("proved").asBoolean()).isFalse();
        assertThat(json().path("firstDuplicates").path(0).path("madeBy")).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void exitsWithZeroAndWritesTheReport() throws IOException {
        CommandLineRun run =
                chaos("--maker", "careful", "--writers", "2", "--faults", "kills,pauses", "--seed", "6465");
        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .contains("2 writers, seed 6465")
                .contains("Chaos   careful: counts from writer and process")
                .containsPattern("duplicates +0")
                .contains("Report  " + folder.resolve("chaos.json") + "  (seed 6465)");
        JsonNode json = json();
        assertThat(Stream.of("ids", "kills", "pauses", "idsPerSecond").map(json::path))
                .allMatch(count -> count.asLong() > 0);
        assertThat(Stream.of("duplicates", "clockSteps", "outages").map(json::path))
                .allMatch(count -> count.isInt() && count.asLong() == 0);
        assertThat(json.path("longestStallMillis").isNumber()).isTrue();
        assertThat(json.path("faketime").asText()).isEqualTo("absent");
        assertThat(json.path("seed").asLong()).isEqualTo(6465);
        assertThat(json.path("proved").asBoolean()).isTrue();
        assertThat(files()).containsExactly("chaos.json");
    }

    @Test
    void exitsWithTwoAndListsMissingFaultsAndKeepsTheIdsOnRequest() throws IOException {
        CommandLineRun run = chaos("--maker", "careful", "--writers", "1", "--faults", "kills", "--keep");
        run.exitsWith(ExitCode.USAGE);
        run.out().contains("FAILED  this run proved nothing, since it had no pauses: run it for longer");
        assertThat(json().path("missing").path(0).asText()).isEqualTo("pauses");
        assertThat(files()).hasSize(2).anyMatch(name -> name.startsWith("chaos-ids-"));
        run.out().contains("kept: ids in " + folder.resolve("chaos-ids-"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--writers 65             | --writers must be between 1 and 64, but is 65",
                "--window-millis 100      | --window-millis must be between 200 and 600000, but is 100",
                "--rate 5                 | --rate must be between 1000 and 50000000, but is 5",
                "--seconds 7              | --seconds must be at least 4 windows of 2000 ms, but is 7: some faults last longer than a window; set --seconds to 8 or more, or a shorter --window-millis",
                "--maker nobody           | --maker is unknown: there is no generator 'nobody', known are [careful, forgetful, hutool, mybatis-plus, snowflakeid, textbook, tsid, unprotected]",
                "--restart-command true   | --restart-command restarts your server: set its database with --ledger",
                "--faketime /no/such/file | there is no libfaketime at /no/such/file: set its file",
                "--ledger jdbc:oracle:x   | this is an address that begins with jdbc:oracle:, but ledgers are supported in MySQL",
                "--ledger rediss://db0    | this is an address that begins with rediss://, but ledgers are supported in MySQL",
                "--ledger redis://db0/one | 'redis://db0/one' is not of the form redis://host:port or redis://host:port/number",
            })
    void refusesWhatCannotBe(String arguments, String message) {
        CommandLineRun.of(Verification.commandLine(), ("chaos --report " + folder + " " + arguments).split(" "))
                .failsWith(ExitCode.USAGE, message);
    }

    @Test
    void refusesALedgerThatNoProxyCanStandInFrontOf() throws Exception {
        Path file = folder.resolve("embedded");
        String url = "jdbc:h2:file:" + file;
        new Database("new", url, "sa", "").connect().close();
        CommandLineRun.of(Verification.commandLine(), "chaos", "--report", folder.toString(), "--ledger", url)
                .failsWith(ExitCode.USAGE, url + " does not name one host and port");
        assertThat(files()).noneMatch(name -> name.startsWith("chaos-ids-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql://127.0.0.1:%d/a", "redis://127.0.0.1:%d"})
    void saysThatTheLedgerCannotBeReached(String form) throws IOException {
        String url = String.format(Locale.ROOT, form, CommandLineRun.closedPort());
        CommandLineRun.of(Verification.commandLine(), "chaos", "--report", folder.toString(), "--ledger", url)
                .failsWith(ExitCode.DATABASE, "the ledger at " + url + " cannot be reached");
    }

    private CommandLineRun chaos(String... arguments) {
        String always = "chaos --seconds 2 --window-millis 300 --rate 20000 --report " + folder;
        return CommandLineRun.of(
                Verification.commandLine(),
                Stream.concat(Stream.of(always.split(" ")), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("chaos.json").toFile());
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
