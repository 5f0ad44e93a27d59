package io.snowflakeid.verification.rows;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.ServerOptions;
import io.snowflakeid.verification.performance.Target;
import io.snowflakeid.verification.rows.RowsJvm.Samples;
import io.snowflakeid.verification.rows.RowsJvm.Task;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "rows",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what ids cost in inserted rows, JSON pages and statements, compared with preset ids and other ids.",
            "Without --url: processor time with a JDBC driver that does nothing.",
            "With --url: the same on MySQL or MariaDB, with its driver, in a database snowflake_bench_rows that is created and dropped."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:with --quick, a ratio is more than 30 %% off its target", "2:wrong usage"})
public final class RowsCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions server = new ServerOptions();

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
        Figures figures;
        if (server.isGiven()) {
            Database reached = server.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB);
            try (BenchDatabase bench = new BenchDatabase(reached, "snowflake_bench_rows")) {
                figures = measure(reached.version(), shape -> new Task(shape, bench.database(), 6_000, 20, 60));
            }
        } else {
            figures = measure("", shape -> new Task(shape, null, 3_000, 20, 30));
        }
        String variant = PageOptions.javaVersion() + (server.isGiven() ? ", " + figures.server() : "");
        pageOptions.report("rows", variant, figures);
        return quick && figures.targets().stream().anyMatch(Target::farOff) ? ExitCode.FOUND : ExitCode.FINE;
    }

    private Figures measure(String product, Function<Shape, Task> tasks) throws IOException, InterruptedException {
        Map<Shape, List<Map<Ids, Samples>>> results = new EnumMap<>(Shape.class);
        int jvms = quick ? 1 : rounds;
        for (int round = 0; round < jvms; round++) {
            for (Shape shape : shapes) {
                if (product.isEmpty() || shape.inserts()) {
                    results.computeIfAbsent(shape, any -> new ArrayList<>()).add(RowsJvm.run(tasks.apply(shape)));
                }
            }
        }
        return Figures.of(product, jvms, results);
    }
}
