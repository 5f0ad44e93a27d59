package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
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
    private Path path = Path.of("plan.json");

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "The file that holds the password, in place of what the plan says. A file that the plan names is read only in"
                            + " the plan's own folder.")
    private @Nullable Path passwordFile;

    PlanFile read() throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new PlanException(path + " is not there, or is no file: make a plan with the command plan");
        }
        PlanFile file = PlanFile.read(path);
        if (passwordFile != null) {
            return file.withPasswordFile(passwordFile);
        }
        if (!file.mayReadPassword()) {
            throw new PlanException(path + " names the password file "
                    + file.plan().server().passwordFile()
                    + ", which is not in the plan's own folder: if it is yours, pass it by --password-file");
        }
        return file;
    }
}
