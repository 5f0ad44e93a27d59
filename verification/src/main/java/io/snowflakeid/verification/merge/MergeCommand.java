package io.snowflakeid.verification.merge;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
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
        showDefaultValues = true,
        description = {
            "Measures server-merge beside the server's own INSERT ... SELECT of the same rows, on MySQL or MariaDB.",
            "Makes databases whose names begin with server_merge_bench_, and drops them."
        })
public final class MergeCommand implements Callable<Integer> {

    @Option(names = "--url", required = true, description = "A jdbc: address of the server.")
    String url = "";

    @Option(names = "--user", required = true, description = "Who may make and drop databases there.")
    String user = "";

    @Option(names = "--password-env", description = "The environment variable that holds the password.")
    @Nullable
    String passwordEnv;

    @Option(names = "--sources", description = "How many servers are merged, 2 to 20.")
    int sources = 2;

    @Option(names = "--rows", description = "Rows of each one's large table, at least 1000; another one has a tenth.")
    long rows = 1_000_000;

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
        MergeBench.Figures figures = MergeBench.measure(this, err::println);
        String shown = json
                ? new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures)
                : Page.text(figures, MergeBench.class, "merge.txt.ftl");
        spec.commandLine().getOut().println(shown);
        return ExitCode.FINE;
    }

    @Nullable
    String password() {
        return passwordEnv == null ? null : System.getenv(passwordEnv);
    }
}
