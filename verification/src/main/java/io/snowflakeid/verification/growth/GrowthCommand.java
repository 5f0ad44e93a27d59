package io.snowflakeid.verification.growth;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.verification.performance.PageOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how costs grow, and prints them with the bars of Twitter. */
@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how cost grows with threads, generators and processes, and Twitter's bars: at most eight minutes.",
            "Creates a database whose name begins with " + BenchDatabase.PREFIX + " on the server, and drops it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured, and every bar is met", "1:a bar is missed", "2:wrong usage", "3:a database failed"
        })
public final class GrowthCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--url",
            description =
                    "A jdbc: address of a MySQL, MariaDB or PostgreSQL server for the ledger; default: an H2 in memory.")
    private @Nullable String url;

    @Option(names = "--user", description = "A user who may create and drop databases.")
    private String user = "";

    @Option(names = "--password-env", description = "The environment variable with the password.")
    private @Nullable String passwordEnv;

    @Option(
            names = "--redis",
            paramLabel = "URL",
            description = "A Redis server whose start is measured, too, in a namespace that is deleted afterwards.")
    private @Nullable String redis;

    @Option(names = "--quick", description = "Fewer numbers and rounds: less than two minutes.")
    private boolean quick;

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    @Override
    public Integer call()
            throws SQLException, IOException, InterruptedException, ExecutionException, ReflectiveOperationException {
        pageOptions.check();
        if (url != null && user.isEmpty()) {
            throw CommandFailure.ofUsage("--url needs a user: set --user");
        }
        Database reached = redis == null
                ? null
                : new DatabaseLogin()
                        .reach(redis, "Redis", EnumSet.of(DatabaseKind.REDIS), "--redis needs redis://host:port");
        PrintWriter err = spec.commandLine().getErr();
        Figures figures;
        try (BenchDatabase database = database()) {
            figures = Figures.measure(quick ? Effort.QUICK : Effort.FULL, database, reached, err::println);
        }
        spec.commandLine()
                .getOut()
                .println(Page.text(
                        Map.of("figures", figures, "charts", false), PageOptions.class, "growth-figures.md.ftl"));
        pageOptions.write("growth", PageOptions.javaVersion() + ", " + figures.ledger(), figures);
        return figures.bars().stream().allMatch(Bar::met) ? ExitCode.FINE : ExitCode.FOUND;
    }

    private BenchDatabase database() throws SQLException {
        return url == null
                ? BenchDatabase.inMemory()
                : BenchDatabase.on(url, user, passwordEnv == null ? null : System.getenv(passwordEnv));
    }
}
