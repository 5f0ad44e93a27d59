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
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersStory;
import io.snowflakeid.demo.worlds.WorldsResult;
import io.snowflakeid.demo.worlds.WorldsStory;
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

/** The demo's command line. Without a part it tells the whole story: sharded orders, merged game servers, a report. */
@Command(
        name = "sharding-demo",
        description = {
            "64-bit Snowflake ids at work: orders sharded over 4 databases, then 3 game servers merged into one.",
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
            " 1:a duplicate id or a lost row was found, or another promise was broken",
            " 2:wrong usage",
            " 3:a database is unreachable or refuses the user, there are too few, or tables exist already",
            " 4:something else went wrong: a fault of the demo",
            " 5:a file or standard output could not be written: a disk is full, for instance",
        })
public final class ShardingDemo implements Callable<Integer> {

    /** What can be shown alone. */
    enum Part {
        ORDERS,
        MERGE
    }

    @Parameters(arity = "0..1", paramLabel = "orders | merge", description = "What is shown alone; without it, both.")
    private @Nullable Part part;

    @Option(names = "--orders", paramLabel = "N", description = "How many; each has about 1.2 items and a payment.")
    private int orders = 16_000;

    @Option(names = "--writers", paramLabel = "N", description = "How many processes write orders at once, 1 to 16.")
    private int writers = 3;

    @Option(names = "--players", paramLabel = "N", description = "How many the 3 game servers have together.")
    private int players = 6_000;

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for report.html, report.json and logs.")
    private Path folderOfReport = Path.of("report");

    @Option(
            names = "--mysql",
            paramLabel = "URL",
            split = ",",
            showDefaultValue = Help.Visibility.NEVER,
            description = "Run on four MySQL databases instead of embedded H2: addresses "
                    + "jdbc:mysql://host:port/database with commas between them, of four servers, or of one: "
                    + "jdbc:mysql://host/shop0,jdbc:mysql://host/shop1,... A run never drops a table that it did "
                    + "not create.")
    private List<String> mysql = List.of();

    @Option(
            names = "--mysql-user",
            paramLabel = "NAME",
            description = "Who connects, with the password in MYSQL_PASSWORD, unless an address says so.")
    private String mysqlUser = "root";

    @Spec
    private @Nullable CommandSpec spec;

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        Program.run(ShardingDemo::commandLine, args, ExitCode.UNEXPECTED, ExitCode.NOT_WRITTEN);
    }

    /** The command line, for tests as well. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ShardingDemo());
        FailureLine.addTo(line, (failure, command) -> FailureLine.tell(failure));
        return line.setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws Exception {
        CommandFailure.requireBetween("--orders", orders, 1, 10_000_000, "");
        CommandFailure.requireBetween("--writers", writers, 1, 16, "");
        CommandFailure.requireBetween("--players", players, WorldsStory.SERVERS, 500_000, "");
        Path folder = ReportFolder.require(folderOfReport);
        PrintWriter out = Program.out(spec);
        try (DemoDatabases databases = open()) {
            Report report = play(databases, folder, out);
            report.summary().lines().forEach(out::println);
            out.println("Report  " + report.write(folder));
            return report.allIsWell() ? ExitCode.FINE : ExitCode.FOUND;
        } catch (InterruptedException e) {
            throw new CommandFailure(ExitCode.UNEXPECTED, "the run was interrupted", e);
        } catch (IOException e) {
            throw ReportFolder.unwritten(folder, e);
        }
    }

    private Report play(DemoDatabases databases, Path folder, PrintWriter out)
            throws SQLException, IOException, InterruptedException {
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String product = databases.orders().get(0).version();
        out.println("4 databases: " + product);
        OrdersResult ordered = null;
        WorldsResult merged = null;
        try (ProgressLines progress = new ProgressLines(out)) {
            if (part != Part.MERGE) {
                OrdersStory story = new OrdersStory(databases.orders(), orders, writers, folder, progress);
                ordered = story.run(databases.tables());
            }
            if (part != Part.ORDERS) {
                WorldsStory story = new WorldsStory(databases.games(), players, folder, progress);
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
