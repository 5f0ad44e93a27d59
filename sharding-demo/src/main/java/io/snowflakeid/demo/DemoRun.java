package io.snowflakeid.demo;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.VisibleWriter;
import io.snowflakeid.demo.merge.MergeOptions;
import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.merge.MergeScenario;
import io.snowflakeid.demo.orders.OrdersOptions;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.orders.OrdersScenario;
import io.snowflakeid.demo.report.Report;
import io.snowflakeid.demo.report.Report.DatabaseUsed;
import io.snowflakeid.demo.report.ReportFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** One run from the databases to the report: what all commands that fill databases have in common. */
final class DemoRun {

    private final RunOptions options;
    private final PrintWriter out;

    DemoRun(RunOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /** Where a command prints: lines that show all that they hold. */
    static PrintWriter terminalOf(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before a command is called");
        }
        return new VisibleWriter(spec.commandLine().getOut());
    }

    /**
     * Plays what is given and reports on it.
     *
     * @param orders null leaves the orders out
     * @param merge null leaves the merge out
     * @return one of {@link ExitCode}
     */
    int play(@Nullable OrdersOptions orders, @Nullable MergeOptions merge) throws SQLException {
        Path folder = requireFolder(options.reportFolder());
        Instant start = Instant.now();
        try (DemoDatabases databases = options.open()) {
            requireEmpty(databases.all(), orders, merge);
            List<DatabaseUsed> used = describe(databases.all());
            out.println("4 databases: " + used.get(0).product() + (options.onMySql() ? "" : ", embedded"));
            out.flush();
            OrdersResult ordersResult = orders == null ? null : play(orders, databases);
            MergeResult mergeResult = merge == null ? null : play(merge, databases);
            Report report = Report.of(start, Instant.now(), used, orders, ordersResult, merge, mergeResult);
            if (options.keep()) {
                databases.whereKept().forEach(place -> out.println("kept: " + place));
            }
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
            throw unwritten(folder.toString(), e);
        }
    }

    /** The end of a run whose results cannot be written down. */
    static CommandFailure unwritten(String where, IOException e) {
        String reason = e.getClass() == IOException.class ? e.getMessage() : e.toString();
        return new CommandFailure(
                ExitCode.NOT_WRITTEN,
                "the report could not be written to " + where + " (" + reason
                        + "): free some space there, or name another folder with --report",
                e);
    }

    /** Found out before a minute's work, not after it. */
    static Path requireFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
        if (!Files.isWritable(folder)) {
            throw unwritable(folder, null);
        }
        return folder.toAbsolutePath().normalize();
    }

    private static CommandFailure unwritable(Path folder, @Nullable IOException cause) {
        String reason = cause == null ? "no right to write there" : cause.toString();
        return new CommandFailure(
                ExitCode.USAGE,
                "the report cannot be written to " + folder + " (" + reason + "): name another folder with --report",
                cause);
    }

    private static void requireEmpty(
            List<Database> databases, @Nullable OrdersOptions orders, @Nullable MergeOptions merge)
            throws SQLException {
        List<String> tables = new ArrayList<>();
        if (orders != null) {
            tables.addAll(OrdersScenario.tableNames());
        }
        if (merge != null) {
            tables.addAll(MergeScenario.tableNames());
        }
        DemoDatabases.requireNone(databases, tables);
    }

    private static List<DatabaseUsed> describe(List<Database> databases) throws SQLException {
        List<DatabaseUsed> used = new ArrayList<>();
        for (Database database : databases) {
            try (Connection connection = database.connect()) {
                used.add(new DatabaseUsed(database.name(), database.typed(), DemoDatabases.version(connection)));
            }
        }
        return used;
    }

    private OrdersResult play(OrdersOptions orders, DemoDatabases databases) {
        try (ProgressLines progress = new ProgressLines(out)) {
            return OrdersScenario.run(databases.all(), databases.created(), orders, now -> {
                requireNotInterrupted();
                progress.show("orders: " + now.phase(), now.done(), now.total());
            });
        }
    }

    private MergeResult play(MergeOptions merge, DemoDatabases databases) throws SQLException {
        try (ProgressLines progress = new ProgressLines(out)) {
            return MergeScenario.run(databases.all(), databases.created(), merge, now -> {
                requireNotInterrupted();
                progress.show(now.phase(), now.done(), now.total());
            });
        }
    }

    /** Most of the time is spent in databases, which do not notice. The flag is cleared, so that everything is closed in peace. */
    private static void requireNotInterrupted() {
        if (Thread.interrupted()) {
            throw new CommandFailure(ExitCode.UNEXPECTED, "the run was interrupted", null);
        }
    }
}
