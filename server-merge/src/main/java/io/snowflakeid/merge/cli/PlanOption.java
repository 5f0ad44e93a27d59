package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The plan that a command is about. */
final class PlanOption {

    @Option(
            names = "--plan",
            required = true,
            paramLabel = "FILE",
            description =
                    "The plan, as the command plan wrote it. It names the server; the password is looked for where merge.yaml said.")
    private Path path = Path.of("plan.json");

    PlanFile read() throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new PlanException(path + " is not there, or is no file: make a plan with the command plan");
        }
        return PlanFile.read(path);
    }
}
