package io.snowflakeid.cli;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.FailureLine.Told;
import io.snowflakeid.commandline.Program;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
        name = "snowflake-cli",
        description =
                "Reads 64-bit Snowflake ids, examines the columns that hold them, and looks at the workers of a ledger.",
        mixinStandardHelpOptions = true,
        version = "snowflakeid snowflake-cli 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InspectCommand.class, DoctorCommand.class, WorkersCommand.class})
public final class SnowflakeCli {

    private SnowflakeCli() {}

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        Program.run(SnowflakeCli::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new SnowflakeCli())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        FailureLine.addTo(line, (failure, command) -> told(failure));
        return line;
    }

    /** What the core rejects is what was typed: an id, a layout, a format. */
    private static Told told(Exception failure) {
        return failure instanceof IllegalArgumentException
                ? new Told(ExitCode.USAGE, failure.getMessage())
                : FailureLine.tell(failure);
    }
}
