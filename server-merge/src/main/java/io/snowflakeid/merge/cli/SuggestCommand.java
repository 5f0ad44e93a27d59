package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.config.MergeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints references that the configuration may lack. */
@Command(
        name = "suggest",
        mixinStandardHelpOptions = true,
        description = {
            "Prints lines for the section references of merge.yaml, for columns of which neither a line nor a foreign key"
                    + " says where they lead.",
            "A column is named after another table or its key, or like a column that leads there, and at least 90 % of its"
                    + " different values are ids there, without 0, -1 and what is listed as none. Chance makes small numbers"
                    + " ids as well: read each line before you keep it. No database is written to."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar suggest --config merge.yaml"})
final class SuggestCommand implements Callable<Integer> {

    private final MergeEngine engine;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "merge.yaml, as far as it is written.")
    private Path config = Path.of("merge.yaml");

    @Spec
    private @Nullable CommandSpec spec;

    SuggestCommand(MergeEngine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        MergeConfig wanted = ConfigReader.read(config);
        List<String> lines;
        try (ProgressDisplay progress = output.progress()) {
            lines = engine.suggest(wanted, progress);
        }
        lines.forEach(output::line);
        if (lines.isEmpty()) {
            output.line("# no column is named after ids that it holds without being listed");
        }
        return ExitCode.DONE;
    }
}
