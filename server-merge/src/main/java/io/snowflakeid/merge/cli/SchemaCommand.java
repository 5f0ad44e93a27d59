package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.config.ConfigSchema;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the description of the configuration. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the JSON Schema of merge.yaml.",
            "With the line",
            "  # yaml-language-server: $schema=merge.schema.json",
            "at its top, an editor completes and explains its keys."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar schema > merge.schema.json"})
final class SchemaCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandOutput.of(spec).lines(ConfigSchema.text());
        return ExitCode.DONE;
    }
}
