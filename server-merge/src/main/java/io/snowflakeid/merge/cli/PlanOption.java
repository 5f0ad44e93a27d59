package io.snowflakeid.merge.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The plan that a command is about. */
final class PlanOption {

    @Option(
            names = "--plan",
            required = true,
            paramLabel = "FILE",
            description =
                    "The plan, as the command plan wrote it. It names the server; the password is looked for where merge.yaml said.")
    Path path = Path.of("plan.json");

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "The file that holds the password, in place of what the plan says. A file that the plan names is read only in"
                            + " the plan's own folder.")
    @Nullable
    Path passwordFile;

    /** What the next command is told. */
    String arguments() {
        return "--plan " + path + (passwordFile == null ? "" : " --password-file " + passwordFile);
    }
}
