package io.snowflakeid.verification.indexcost;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.indexcost.IndexCost.OfKind;
import io.snowflakeid.verification.performance.PageOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the cost of kinds of primary keys, as a table outgrows the server's memory for pages. */
@Command(
        name = "index-cost",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures inserts and sizes with several kinds of primary keys, on MySQL, MariaDB or PostgreSQL.",
            "Creates the schema " + IndexCost.SCHEMA + ", and drops it."
        })
public final class IndexCostCommand implements Callable<Integer> {

    @Option(names = "--url", required = true, description = "A jdbc: address of the server.")
    private String url = "";

    @Option(
            names = "--user",
            required = true,
            description = "A user who may create and drop schemas, on MySQL also with PROCESS.")
    private String user = "";

    @Option(names = "--password-env", description = "The environment variable with the password.")
    private @Nullable String passwordEnv;

    @Option(
            names = "--pool-mb",
            description = "The server's memory for pages in MB (innodb_buffer_pool_size, shared_buffers).")
    long poolMegabytes = 128;

    @Option(
            names = "--fills",
            split = ",",
            description = "Sizes of the table with dense numbers, as multiples of --pool-mb, in increasing order.")
    List<Double> fills = List.of(0.5, 2.0, 4.0);

    @Option(names = "--seconds-per-kind", description = "After this time, a kind of key is measured no further.")
    long secondsPerKind = 240;

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * The figures of one server.
     *
     * @param durable true if each commit waits for the disk; otherwise rates do not apply to a production server
     */
    record Figures(
            String date,
            String machine,
            String product,
            boolean durable,
            SortedMap<String, String> settings,
            long poolMegabytes,
            int pageBytes,
            List<OfKind> kinds) {}

    @Override
    public Integer call() throws SQLException, IOException {
        pageOptions.check();
        CommandFailure.requireBetween("--pool-mb", poolMegabytes, 1, 1_000_000, "");
        CommandFailure.requireBetween("--seconds-per-kind", secondsPerKind, 1, 100_000, "");
        for (int i = 0; i < fills.size(); i++) {
            if (fills.get(i) <= (i == 0 ? 0 : fills.get(i - 1))) {
                throw CommandFailure.ofUsage("--fills must increase from a number above 0, but is " + fills);
            }
        }
        String password = passwordEnv == null ? null : System.getenv(passwordEnv);
        Figures figures;
        // the class path contains only MySQL's driver for both
        try (Connection session =
                DriverManager.getConnection(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:"), user, password)) {
            IndexCost cost = new IndexCost(session, this, spec.commandLine().getErr()::println);
            cost.requirePool();
            SortedMap<String, String> settings = cost.settings();
            figures = new Figures(
                    LocalDate.now(ZoneOffset.UTC).toString(),
                    Program.machine(),
                    cost.server().product(),
                    cost.server().durable(settings),
                    settings,
                    poolMegabytes,
                    cost.server().pageBytes(),
                    cost.measure());
        }
        Map<String, Object> shown = Map.of("figures", figures, "charts", false);
        spec.commandLine().getOut().println(Page.text(shown, PageOptions.class, "index-cost-of.md.ftl"));
        pageOptions.write("indexCost", figures.product(), figures);
        return ExitCode.FINE;
    }
}
