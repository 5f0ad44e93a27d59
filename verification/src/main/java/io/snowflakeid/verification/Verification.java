package io.snowflakeid.verification;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.chaos.ChaosCommand;
import io.snowflakeid.verification.chaos.PeersCommand;
import io.snowflakeid.verification.generators.GeneratorsCommand;
import io.snowflakeid.verification.growth.GrowthCommand;
import io.snowflakeid.verification.indexcost.IndexCostCommand;
import io.snowflakeid.verification.rows.RowsCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of the verification commands. */
@Command(
        name = "verification",
        description = "Verifies that ids stay unique under faults, compares id generators, and measures what ids cost.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ChaosCommand.class,
            PeersCommand.class,
            GeneratorsCommand.class,
            GrowthCommand.class,
            IndexCostCommand.class,
            RowsCommand.class
        })
public final class Verification {

    private Verification() {}

    public static void main(String[] args) {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        Program.run(Verification::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Verification());
        FailureLine.addTo(line, (failure, command) -> FailureLine.report(failure));
        return line.setCaseInsensitiveEnumValuesAllowed(true).setUsageHelpAutoWidth(true);
    }
}
