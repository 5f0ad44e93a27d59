package io.snowflakeid.benchmarks;

import io.snowflakeid.benchmarks.generators.GeneratorsCommand;
import io.snowflakeid.benchmarks.merge.MergeCommand;
import io.snowflakeid.benchmarks.peers.PeersCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
        name = "benchmarks",
        description = "Compares makers of 64-bit ids, and measures merges of servers.",
        mixinStandardHelpOptions = true,
        subcommands = {PeersCommand.class, GeneratorsCommand.class, MergeCommand.class})
public final class Benchmarks {

    private static final int UNEXPECTED = 4;

    private Benchmarks() {}

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        System.exit(commandLine().execute(args));
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine() {
        return new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((e, command, result) -> {
                    command.getErr().println("error: " + e);
                    return UNEXPECTED;
                });
    }
}
