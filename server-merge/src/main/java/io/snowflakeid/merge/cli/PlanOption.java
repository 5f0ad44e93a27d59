package io.snowflakeid.merge.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The plan that a command is about. */
final class PlanOption {

    @Option(names = "--plan", required = true, paramLabel = "FILE")
    Path path = Path.of("plan.json");

    @Option(names = "--password-file", paramLabel = "FILE")
    @Nullable
    Path passwordFile;

    /** The arguments of the next command. */
    String arguments() {
        return "--plan " + path + (passwordFile == null ? "" : " --password-file " + passwordFile);
    }
}
