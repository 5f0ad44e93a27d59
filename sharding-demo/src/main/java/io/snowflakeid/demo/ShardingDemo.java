package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseAddress;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.ReportFolder;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.EmbeddedDatabases;
import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.merge.MergeScenario;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersScenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command-line interface of the demo. */
@Command(
        name = "sharding-demo",
        description = {
            "64-bit Snowflake ids in use: orders sharded over 4 databases, then 3 game servers merged into one.",
            "On embedded H2 databases, or on MySQL, with a report in HTML and JSON."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        version = "snowflakeid sharding-demo 0.1.0-SNAPSHOT",
        footer = {
            "",
            "Examples:",
            "  java -jar sharding-demo.jar",
            "  java -jar sharding-demo.jar orders --orders 100000 --writers 4",
            "  java -jar sharding-demo.jar merge --players 60000",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar --mysql-user shop \\",
            "    --mysql jdbc:mysql://db0/shop,jdbc:mysql://db1/shop,jdbc:mysql://db2/shop,jdbc:mysql://db3/shop",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every id was unique and every row arrived",
            " 1:a duplicate id, a lost row or another problem was found",
            " 2:wrong usage",
            " 3:a database is unreachable or rejects the user, there are too few, or tables already exist",
            " 4:another failure: a bug in the demo",
            " 5:a file or standard output could not be written, for example because a disk is full",
        })
public final class ShardingDemo implements Callable<Integer> {

    enum Part {
        ORDERS,
        MERGE
    }

    @Parameters(arity = "0..1", paramLabel = "orders | merge", description = "The part to run; default: both.")
    private @Nullable Part part;

    @Option(names = "--orders", paramLabel = "N", description = "Orders; each has about 1.2 items and a payment.")
    private int orders = 16_000;

    @Option(names = "--writers", paramLabel = "N", description = "Number of processes that write orders, 1 to 16.")
    private int writers = 3;

    @Option(names = "--players", paramLabel = "N", description = "Number of players of all 3 game servers.")
    private int players = 6_000;

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for report.html, report.json and logs.")
    private Path folderOfReport = Path.of("report");

    @Option(
            names = "--mysql",
            paramLabel = "URL",
            split = ",",
            showDefaultValue = Help.Visibility.NEVER,
            description = "Run on four MySQL databases instead of embedded H2: addresses "
                    + "jdbc:mysql://host:port/database separated by commas, of four servers or of one: "
                    + "jdbc:mysql://host/shop0,jdbc:mysql://host/shop1,... A run never drops a table that it did "
                    + "not create.")
    private List<String> mysql = List.of();

    @Option(
            names = "--mysql-user",
            paramLabel = "NAME",
            description = "The user, with the password in MYSQL_PASSWORD; an address may contain both.")
    private String mysqlUser = "root";

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] args) {
        Program.run(ShardingDemo::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ShardingDemo());
        FailureLine.addTo(line, (failure, command) -> FailureLine.report(failure));
        return line.setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws Exception {
        CommandFailure.requireBetween("--orders", orders, 1, 10_000_000, "");
        CommandFailure.requireBetween("--writers", writers, 1, 16, "");
        CommandFailure.requireBetween("--players", players, MergeScenario.SERVERS, 500_000, "");
        Path folder = ReportFolder.require(folderOfReport);
        PrintWriter out = Program.out(spec);
        try (DemoDatabases databases = open()) {
            Report report = run(databases, folder, out);
            report.summary().lines().forEach(out::println);
            out.println("Report  " + report.write(folder));
            return report.allIsWell() ? ExitCode.FINE : ExitCode.FOUND;
        } catch (InterruptedException e) {
            throw new CommandFailure(ExitCode.UNEXPECTED, "the run was interrupted", e);
        } catch (IOException e) {
            throw ReportFolder.unwritten(folder, e);
        }
    }

    private Report run(DemoDatabases databases, Path folder, PrintWriter out)
            throws SQLException, IOException, InterruptedException {
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String product = databases.orders().get(0).version();
        out.println("4 databases: " + product);
        OrdersResult ordered = null;
        MergeResult merged = null;
        try (ProgressLines progress = new ProgressLines(out)) {
            if (part != Part.MERGE) {
                OrdersScenario story = new OrdersScenario(databases.orders(), orders, writers, folder, progress);
                ordered = story.run(databases.tables());
            }
            if (part != Part.ORDERS) {
                MergeScenario story = new MergeScenario(databases.games(), players, folder, progress);
                merged = story.run(databases.tables());
            }
        }
        double seconds = Duration.between(start, Instant.now()).toMillis() / 1000.0;
        return new Report(start.toString(), seconds, product, ordered, merged);
    }

    private DemoDatabases open() throws SQLException {
        if (mysql.isEmpty()) {
            return EmbeddedDatabases.open(Path.of(System.getProperty("java.io.tmpdir")));
        }
        String password = System.getenv().getOrDefault("MYSQL_PASSWORD", "");
        List<Database> databases = new ArrayList<>();
        for (String url : mysql) {
            databases.add(DatabaseAddress.ofMySql("ds_" + databases.size(), url.strip(), mysqlUser, password));
        }
        return DemoDatabases.ofMySql(List.copyOf(databases));
    }
}
