package io.snowflakeid.verification.merge;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.verification.merge.MergeFigures.Merge;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures server-merge beside the server's own copy. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = {
            "Measures server-merge beside the server's own INSERT ... SELECT of the same rows, on MySQL or MariaDB.",
            "Makes databases whose names begin with server_merge_bench_, and drops them."
        })
public final class MergeCommand implements Callable<Integer> {

    @Option(names = "--url", paramLabel = "URL", required = true, description = "A jdbc: address of the server.")
    private String url = "";

    @Option(
            names = "--user",
            paramLabel = "NAME",
            required = true,
            description = "Who may make and drop databases there.")
    private String user = "";

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "The environment variable that holds the password.")
    private @Nullable String passwordEnv;

    @Option(
            names = "--sources",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many servers are merged, 2 to 20; default: ${DEFAULT-VALUE}.")
    private int sources;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description =
                    "Rows of each one's large table, at least 1000; a tenth more in another; default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        if (sources < 2 || sources > 20) {
            throw new ParameterException(spec.commandLine(), "--sources must be between 2 and 20, but is " + sources);
        }
        if (rows < 1_000) {
            throw new ParameterException(spec.commandLine(), "--rows must be at least 1000, but is " + rows);
        }
        PrintWriter err = spec.commandLine().getErr();
        MergeBench.Wanted wanted = new MergeBench.Wanted(url, user, passwordEnv, sources, rows);
        MergeFigures figures = MergeBench.measure(wanted, err::println);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(figures));
        } else {
            print(out, figures);
        }
        return 0;
    }

    private static void print(PrintWriter out, MergeFigures figures) {
        line(out, "%s, %s", figures.product(), durability(figures));
        line(out, "INSERT ... SELECT, first source  %,.0f rows/s", figures.firstCopyRate());
        line(out, "INSERT ... SELECT, all sources   %,.0f rows/s, %,d rows", figures.copyRate(), figures.rows());
        for (Merge merge : figures.merges()) {
            double rate = figures.rows() / merge.runSeconds();
            line(
                    out,
                    "%n%-6s plan %.1f s, run %.1f s (rows %.1f s), %,.0f rows/s: %.0f %% of the copy of all sources, %.0f %% of the first",
                    merge.ids(),
                    merge.planSeconds(),
                    merge.runSeconds(),
                    merge.copySeconds(),
                    rate,
                    100 * rate / figures.copyRate(),
                    100 * rate / figures.firstCopyRate());
            line(
                    out,
                    "       verify %.1f s with one session: %.0f %% of the run; %.1f s with four: %.0f %%",
                    merge.verifySeconds(),
                    100 * merge.verifySeconds() / merge.runSeconds(),
                    merge.verifyFourSeconds(),
                    100 * merge.verifyFourSeconds() / merge.runSeconds());
            if (merge.resumeSeconds() > 0) {
                line(out, "       broken off half way and resumed: %.2f s to the first chunk", merge.resumeSeconds());
            }
        }
    }

    private static String durability(MergeFigures figures) {
        return figures.durable() ? "every commit is kept" : "NOT DURABLE: commits may be lost, which flatters both";
    }

    private static void line(PrintWriter out, String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
