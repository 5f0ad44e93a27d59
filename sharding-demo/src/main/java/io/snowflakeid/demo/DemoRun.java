package io.snowflakeid.demo;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.ReportFolder;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.orders.OrdersOptions;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersStory;
import io.snowflakeid.demo.report.Report;
import io.snowflakeid.demo.report.Report.DatabaseUsed;
import io.snowflakeid.demo.report.ReportFiles;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run from the databases to the report. */
final class DemoRun {

    private final RunOptions options;
    private final PrintWriter out;

    DemoRun(RunOptions options, @Nullable CommandSpec spec) {
        this.options = options;
        out = Program.out(spec);
    }

    /**
     * Plays what is given and reports on it.
     *
     * @param orders null leaves the orders out
     * @param players null leaves the merge out
     * @return one of {@link ExitCode}
     */
    int play(@Nullable OrdersOptions orders, @Nullable Integer players) throws SQLException {
        Path folder = ReportFolder.require(options.report());
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try (DemoDatabases databases = options.open();
                ProgressLines progress = new ProgressLines(out)) {
            List<DatabaseUsed> used = new ArrayList<>();
            for (Database database : databases.orders()) {
                used.add(new DatabaseUsed(database.name(), database.typed(), DemoDatabases.version(database)));
            }
            out.println("4 databases: " + used.get(0).product());
            Map<String, Long> asked = new LinkedHashMap<>();
            OrdersResult ordersResult = null;
            WorldsResult merge = null;
            if (orders != null) {
                asked.put("orders", (long) orders.orders());
                asked.put("writers", (long) orders.writers());
                ordersResult = OrdersStory.run(databases, orders, folder, progress);
            }
            if (players != null) {
                asked.put("players", (long) players);
                merge = WorldsStory.run(databases, players, options.seed(), folder, progress);
            }
            asked.put("seed", options.seed());
            if (options.keep()) {
                databases.whereKept().forEach(place -> out.println("kept: " + place));
            }
            Report report = new Report(
                    start.toString(),
                    Duration.between(start, Instant.now()).toMillis() / 1000.0,
                    System.getProperty("java.runtime.name") + " " + Runtime.version(),
                    System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                            + Runtime.getRuntime().availableProcessors() + " processors",
                    used,
                    asked,
                    ordersResult,
                    merge);
            write(folder, report);
            return report.allIsWell() ? ExitCode.FINE : ExitCode.FOUND;
        }
    }

    /** What was found is printed in any case. */
    private void write(Path folder, Report report) {
        Summary summary = new Summary(out);
        try {
            summary.print(report, ReportFiles.write(folder, report).toString());
        } catch (IOException e) {
            summary.print(report, "is not written");
            throw ReportFolder.unwritten(folder, e);
        }
    }
}
