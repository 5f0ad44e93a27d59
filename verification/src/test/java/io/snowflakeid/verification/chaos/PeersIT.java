package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.Required;
import io.snowflakeid.verification.makers.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Real processes for a short time; clocks are set if libfaketime is found (in the usual folders, or {@code -Dfaketime=FILE}). */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Timeout(240)
@Tag("nightly")
class PeersIT {

    private static final @Nullable Path FAKETIME =
            System.getProperty("faketime") == null ? null : Path.of(System.getProperty("faketime"));

    @TempDir
    private Path folder;

    /** Skips unsupported faults with a message; with {@code -Drequired=faketime}, clocks must be stepped. */
    private static void requireOrSkip(SingleFault fault) {
        fault.whyImpossible(FAKETIME).ifPresent(why -> {
            throw Required.missing(
                    fault == SingleFault.RESTART_IN_THE_PAST ? "faketime" : "unshare", fault + ": " + why);
        });
    }

    @Test
    void aRestartInThePastMakesTheTextbookRepeatItselfAndNotUs() throws IOException {
        requireOrSkip(SingleFault.RESTART_IN_THE_PAST);

        JsonNode textbook = run(Peer.TEXTBOOK, SingleFault.RESTART_IN_THE_PAST);
        assertThat(textbook.path("state").asText()).isEqualTo("MEASURED");
        assertThat(textbook.path("duplicates").asLong())
                .describedAs("%s", textbook)
                .isPositive();

        JsonNode ours = run(Peer.SNOWFLAKEID, SingleFault.RESTART_IN_THE_PAST);
        assertThat(ours.path("state").asText()).describedAs("%s", ours).isEqualTo("MEASURED");
        assertThat(ours.path("duplicates").asText()).describedAs("%s", ours).isEqualTo("0");
    }

    @Test
    void processesThatLookAlikeGetTheSameNumbersFromHutool() throws IOException {
        requireOrSkip(SingleFault.LOOK_ALIKES);

        JsonNode hutool = run(Peer.HUTOOL, SingleFault.LOOK_ALIKES);
        assertThat(hutool.path("duplicates").asLong()).describedAs("%s", hutool).isPositive();
    }

    @Test
    void aMakerWithoutALedgerCannotLoseIt() throws IOException {
        JsonNode tsid = run(Peer.TSID, SingleFault.OUTAGES);

        assertThat(tsid.path("state").asText()).isEqualTo("NOT_APPLICABLE");
        assertThat(tsid.path("reason").asText()).isEqualTo("it has no ledger to lose");
        assertThat(page())
                .contains("| hypersistence TSID default node | not applicable |")
                .contains("  - outages: not applicable, it has no ledger to lose")
                .contains("; H2 in memory; window 1000 ms; at most 50,000 ids/s; seed 1:");
    }

    private String page() throws IOException {
        return Files.readString(folder.resolve("peers.md"));
    }

    private JsonNode run(Peer peer, SingleFault fault) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--makers", peer.name(), "--faults", fault.name()));
        arguments.addAll(List.of("--writers=2", "--seconds=8", "--window-millis=1000", "--rate=50000", "--seed=1"));
        arguments.addAll(List.of("--report", folder.toString()));
        if (FAKETIME != null) {
            arguments.addAll(List.of("--faketime", FAKETIME.toString()));
        }
        CommandLineRun.of(new CommandLine(new PeersCommand()), arguments.toArray(String[]::new))
                .exitsWith(ExitCode.FINE);
        return new ObjectMapper()
                .readTree(folder.resolve("peers.json").toFile())
                .at("/rows/0/cells/0");
    }
}
