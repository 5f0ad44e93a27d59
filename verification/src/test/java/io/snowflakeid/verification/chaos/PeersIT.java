package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.Required;
import java.io.IOException;
import java.nio.file.Path;
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

        JsonNode rows = run(SingleFault.RESTART_IN_THE_PAST, "snowflakeid,textbook");

        assertThat(rows.findValuesAsText("state")).describedAs("%s", rows).containsExactly("MEASURED", "MEASURED");
        assertThat(rows.at("/0/cells/0/duplicates").asText())
                .describedAs("%s", rows)
                .isEqualTo("0");
        assertThat(rows.at("/1/cells/0/duplicates").asLong())
                .describedAs("%s", rows)
                .isPositive();
    }

    @Test
    void processesThatLookAlikeGetTheSameNumbersFromHutool() throws IOException {
        requireOrSkip(SingleFault.LOOK_ALIKES);

        JsonNode rows = run(SingleFault.LOOK_ALIKES, "hutool");

        assertThat(rows.at("/0/cells/0/duplicates").asLong())
                .describedAs("%s", rows)
                .isPositive();
    }

    @Test
    void aMakerWithoutALedgerCannotLoseIt() throws IOException {
        JsonNode rows = run(SingleFault.OUTAGES, "tsid");

        assertThat(rows.at("/0/cells/0/state").asText()).isEqualTo("NOT_APPLICABLE");
        assertThat(rows.at("/0/cells/0/reason").asText()).isEqualTo("it has no ledger to lose");
        assertThat(folder.resolve("peers.md"))
                .content()
                .contains("| hypersistence TSID default node | not applicable |")
                .contains("  - outages: not applicable, it has no ledger to lose")
                .contains("; H2 in memory; window 1000 ms; at most 50,000 ids/s; seed 1:");
    }

    private JsonNode run(SingleFault fault, String makers) throws IOException {
        String arguments = "--writers=2 --seconds=8 --window-millis=1000 --rate=50000 --seed=1 --faults=" + fault.name()
                + " --makers=" + makers + " --report=" + folder + (FAKETIME == null ? "" : " --faketime=" + FAKETIME);
        CommandLineRun.of(
                        new CommandLine(new PeersCommand()).setCaseInsensitiveEnumValuesAllowed(true),
                        arguments.split(" "))
                .exitsWith(ExitCode.FINE);
        return new ObjectMapper()
                .readTree(folder.resolve("peers.json").toFile())
                .path("rows");
    }
}
