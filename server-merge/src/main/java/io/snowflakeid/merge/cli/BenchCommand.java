package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.bench.BenchOptions;
import io.snowflakeid.merge.bench.BenchResult;
import io.snowflakeid.merge.bench.BenchResult.Copy;
import io.snowflakeid.merge.bench.BenchResult.Merge;
import io.snowflakeid.merge.bench.MergeBench;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.Password;
import io.snowflakeid.merge.config.ServerConfig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures merges beside the server's own copy. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures merges beside the server's own INSERT ...",
            "SELECT of the same rows. Makes databases whose names begin with server_merge_bench_, and " + "drops them."
        },
        footer = {
            "",
            "Example:",
            "  java -jar server-merge.jar bench --url jdbc:mysql://127.0.0.1:3306/ --user merge"
                    + " --password-env MERGE_PASSWORD --rows 2000000"
        })
final class BenchCommand implements Callable<Integer> {

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "A jdbc: address of the server, MySQL or MariaDB.")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Who may make and drop databases there.")
    private @Nullable String user;

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "The environment variable that holds the password.")
    private @Nullable String passwordEnv;

    @Option(
            names = "--sources",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many servers are merged, 2 to 20. Default: ${DEFAULT-VALUE}.")
    private int sources;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description =
                    "Rows of each one's large table, at least 1000; a tenth more in another. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "4",
            description = "Sessions that copy side by side, 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--chunk-rows",
            paramLabel = "N",
            description = "Rows of a transaction, 100 to 10000000. Default: that of merge.yaml.")
    private int chunkRows = ExecutionConfig.DEFAULT.chunkRows();

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        BenchOptions options = options();
        BenchResult result;
        try (ProgressDisplay progress = output.progress()) {
            String password = Password.of(options.server()).reveal();
            result = Login.to(options.server(), () -> MergeBench.measure(options, password, progress));
        }
        if (json) {
            output.json(result);
        } else {
            print(output, result);
        }
        return ExitCode.DONE;
    }

    private BenchOptions options() {
        try {
            return new BenchOptions(
                    new ServerConfig(url, user, passwordEnv, null),
                    sources,
                    rows,
                    new ExecutionConfig(writers, chunkRows, 0, ExecutionConfig.DEFAULT.retrySeconds()));
        } catch (IllegalArgumentException e) {
            if (spec == null) {
                throw e;
            }
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void print(CommandOutput output, BenchResult result) {
        output.line(result.product()
                + (result.durable()
                        ? ", every commit is kept"
                        : ", NOT DURABLE: commits may be lost, which flatters both"));
        output.line(copy("INSERT ... SELECT, first source", result.first()));
        output.line(copy("INSERT ... SELECT, all sources", result.plain()));
        for (Merge merge : result.merges()) {
            output.line("");
            output.line(String.format(
                    Locale.ROOT,
                    "%-6s %,d rows: plan %.1f s, run %.1f s (rows %.1f s), %,.0f rows/s: %.0f %% of the copy of all sources, %.0f %% of the first",
                    merge.mode(),
                    merge.rows(),
                    merge.planSeconds(),
                    merge.runSeconds(),
                    merge.copySeconds(),
                    merge.rate(),
                    percent(merge.rate(), result.plain().rate()),
                    percent(merge.rate(), result.first().rate())));
            output.line(String.format(
                    Locale.ROOT,
                    "       verify %.1f s with one session: %.0f %% of the run; %.1f s with four: %.0f %%",
                    merge.verifySeconds(),
                    percent(merge.verifySeconds(), merge.runSeconds()),
                    merge.verifyFourSeconds(),
                    percent(merge.verifyFourSeconds(), merge.runSeconds())));
            if (merge.resumeSeconds() > 0) {
                output.line(String.format(
                        Locale.ROOT,
                        "       broken off half way and resumed: %.2f s to the first chunk",
                        merge.resumeSeconds()));
            }
        }
    }

    private static String copy(String what, Copy copy) {
        return String.format(
                Locale.ROOT, "%-32s %,d rows in %.1f s: %,.0f rows/s", what, copy.rows(), copy.seconds(), copy.rate());
    }

    private static double percent(double part, double whole) {
        return 100 * part / whole;
    }
}
