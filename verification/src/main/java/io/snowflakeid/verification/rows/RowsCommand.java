package io.snowflakeid.verification.rows;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.rows.RowsJvm.Samples;
import io.snowflakeid.verification.rows.RowsJvm.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the cost of ids in inserted rows, and prints ratios with their targets. */
@Command(
        name = "rows",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what ids cost in inserted rows, JSON pages and statements, compared with preset ids and other ids.",
            "Without --url: processor time with a JDBC driver that does nothing.",
            "With --url: rows per second on MySQL or MariaDB, in a database snowflake_bench_rows that is created and dropped."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:with --quick, a ratio is more than 30 %% off its target", "2:wrong usage"})
public final class RowsCommand implements Callable<Integer> {

    private static final String DATABASE = "snowflake_bench_rows";
    private static final String DROP = "DROP DATABASE IF EXISTS " + DATABASE;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--url", description = "A jdbc: address of a MySQL or MariaDB server.")
    private @Nullable String url;

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(names = "--quick", description = "One JVM per shape: less than three minutes.")
    private boolean quick;

    @Option(names = "--rounds", defaultValue = "7", description = "JVMs per shape; default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--shapes",
            split = ",",
            description = "What is measured; default: all of ${COMPLETION-CANDIDATES}.")
    private List<Shape> shapes = List.of(Shape.values());

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        pageOptions.check();
        CommandFailure.requireBetween("--rounds", rounds, 1, 1_000, "");
        Figures figures = url == null ? measure("", "", "", "") : measureOnServer(url);
        Map<String, Object> shown = Map.of("figures", figures);
        spec.commandLine().getOut().println(Page.text(shown, PageOptions.class, "rows-figures.md.ftl"));
        String variant = PageOptions.javaVersion() + (url == null ? "" : ", " + figures.server());
        pageOptions.write("rows", variant, figures);
        boolean far = figures.targets().stream().anyMatch(Figures.OfTarget::farOff);
        return quick && far ? ExitCode.FOUND : ExitCode.FINE;
    }

    private Figures measureOnServer(String address) throws SQLException, IOException, InterruptedException {
        Database server = login.reach(
                address,
                "--url",
                Set.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB),
                "rows are measured on MySQL or MariaDB, such as jdbc:mysql://host:port/");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(DROP);
            statement.execute("CREATE DATABASE " + DATABASE);
            try {
                return measure(server.version(), benchUrl(server.url()), server.user(), server.password());
            } finally {
                statement.execute(DROP);
            }
        }
    }

    /** Returns the address of the benchmark's database, with one statement per batch, as MySQL's driver needs it for fast batches. */
    private static String benchUrl(String url) {
        String named = url.replaceFirst("^([^/]*//[^/?]+)/?[^?]*", "$1/" + DATABASE);
        return named + (named.contains("?") ? "&" : "?") + "rewriteBatchedStatements=true";
    }

    private Figures measure(String server, String address, String user, String password)
            throws IOException, InterruptedException {
        Map<Shape, List<Map<Ids, Samples>>> results = new EnumMap<>(Shape.class);
        int jvms = quick ? 1 : rounds;
        for (int round = 0; round < jvms; round++) {
            for (Shape shape : shapes) {
                if (server.isEmpty() || shape.inserts()) {
                    Task task = server.isEmpty()
                            ? new Task(shape, address, user, password, 3_000, 20, 30)
                            : new Task(shape, address, user, password, 2_000, 60, 15);
                    results.computeIfAbsent(shape, any -> new ArrayList<>()).add(RowsJvm.run(task));
                }
            }
        }
        return Figures.of(server, jvms, results);
    }
}
