package io.snowflakeid.verification.indexcost;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.ServerOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "index-cost",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures inserts and sizes with several kinds of primary keys, on MySQL, MariaDB or PostgreSQL.",
            "Creates the database " + IndexCost.DATABASE + ", and drops it. On MySQL, the user needs PROCESS."
        })
public final class IndexCostCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions server = new ServerOptions();

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
        Database reached = server.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB, DatabaseKind.POSTGRESQL);
        IndexCost.Figures figures;
        try (BenchDatabase bench = new BenchDatabase(reached, IndexCost.DATABASE);
                Connection session = bench.database().connect()) {
            figures =
                    new IndexCost(session, Server.of(session, reached.version()), this).measure(pageOptions.progress());
        }
        pageOptions.report("indexCost", figures.product(), figures);
        return ExitCode.FINE;
    }
}
