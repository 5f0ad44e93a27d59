package io.snowflakeid.cli;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.FailureLine.Report;
import io.snowflakeid.commandline.Program;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code snowflake-cli}. */
@Command(
        name = "snowflake-cli",
        description =
                "Decodes 64-bit Snowflake ids, checks the columns that hold them, and lists the workers of a ledger and the tags of segments.",
        mixinStandardHelpOptions = true,
        version = "snowflakeid snowflake-cli 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InspectCommand.class, DoctorCommand.class, WorkersCommand.class, SegmentsCommand.class})
public final class SnowflakeCli {

    private SnowflakeCli() {}

    /** Runs the command in the arguments, and ends the process with a documented exit code. */
    public static void main(String[] args) {
        Program.run(SnowflakeCli::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new SnowflakeCli()).setUsageHelpAutoWidth(true);
        // snowflake-core throws an IllegalArgumentException for an invalid id, layout or format in the arguments
        FailureLine.addTo(
                line,
                (failure, command) -> failure instanceof IllegalArgumentException
                        ? new Report(ExitCode.USAGE, failure.getMessage())
                        : FailureLine.report(failure));
        return line;
    }
}
