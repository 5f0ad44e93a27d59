package io.snowflakeid.verification.merge;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.verification.performance.ServerOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures server-merge, compared with the server's own INSERT ... SELECT of the same rows, on MySQL or MariaDB.",
            "Creates databases whose names begin with server_merge_bench_, and drops them."
        })
public final class MergeCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--sources", description = "Number of servers, 2 to 20.")
    int sources = 2;

    @Option(
            names = "--rows",
            description = "Rows of the large table per server, at least 1000; the other table has a tenth.")
    long rows = 1_000_000;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandFailure.requireBetween("--sources", sources, 2, 20, "");
        CommandFailure.requireBetween("--rows", rows, 1_000, 1_000_000_000, "");
        PrintWriter err = spec.commandLine().getErr();
        MergeBench.Figures figures =
                MergeBench.measure(this, server.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB), err::println);
        spec.commandLine()
                .getOut()
                .print(json ? Page.json(figures) : Page.text(figures, MergeBench.class, "merge.txt.ftl"));
        return ExitCode.FINE;
    }
}
