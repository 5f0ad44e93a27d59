package io.snowflakeid.verification.growth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how cost grows with threads, generators and processes, and Twitter's bars: at most eight minutes.",
            "With --url: the ledger is in a database snowflake_bench_growth_PID on MySQL, MariaDB or PostgreSQL,"
                    + " which is created and dropped. Otherwise the ledger is in an H2 in memory."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured, and every bar is met", "1:a bar is missed", "2:wrong usage", "3:a database failed"
        })
public final class GrowthCommand implements Callable<Integer> {

    static final String NAME = "growth_" + ProcessHandle.current().pid();

    private static final int CONNECTIONS = 10;
    private static final int PROCESSES_OF_A_REGION = 3_334; // 100,000 processes in 30 regions
    private static final long PATIENCE_MILLIS = 150_000;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--redis",
            paramLabel = "URL",
            description = "A Redis server whose start is measured, too, in a namespace that is deleted afterwards.")
    private @Nullable String redis;

    @Option(names = "--quick", description = "Fewer numbers and rounds: less than two minutes.")
    private boolean quick;

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    /** @param regionMillis the time in which 3,334 processes acquire workers at once, estimated from a line through measured times */
    record Figures(
            String ledger,
            int rounds,
            List<Bar> bars,
            List<Growth> growths,
            List<Starts> starts,
            double statementsPerSecond,
            double regionMillis,
            List<String> notes) {}

    @Override
    public Integer call() throws Exception {
        pageOptions.check();
        Database reached = redis == null
                ? null
                : new DatabaseLogin()
                        .reach(redis, "Redis", Set.of(DatabaseKind.REDIS), "--redis needs redis://host:port");
        Figures figures;
        if (server.isGiven()) {
            Database reachedServer = server.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB, DatabaseKind.POSTGRESQL);
            try (BenchDatabase bench = new BenchDatabase(reachedServer, "snowflake_bench_" + NAME)) {
                figures = measure(bench.database(), reached);
            }
        } else {
            figures = measure(new Database("the ledger", "jdbc:h2:mem:growth;DB_CLOSE_DELAY=-1", "sa", ""), reached);
        }
        pageOptions.report("growth", PageOptions.javaVersion() + ", " + figures.ledger(), figures);
        return figures.bars().stream().allMatch(Bar::met) ? ExitCode.FINE : ExitCode.FOUND;
    }

    private Figures measure(Database ledger, @Nullable Database reachedRedis) throws Exception {
        return measure(quick ? Effort.QUICK : Effort.FULL, ledger, reachedRedis, pageOptions.progress());
    }

    /** Measures everything. Starts are measured first, because the first start of a process loads classes. */
    static Figures measure(Effort effort, Database ledger, @Nullable Database redis, Consumer<String> progress)
            throws Exception {
        List<Growth> growths = new ArrayList<>();
        List<Bar> bars = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (HikariDataSource pool = pool(ledger, CONNECTIONS)) {
            progress.accept("starts");
            List<Starts> starts = Starts.all(effort, pool, ledger.version(), redis);
            progress.accept("threads, and generators in use");
            growths.add(Rates.byThreads(effort));
            growths.add(Rates.byGenerators(effort));
            bars.add(Bar.highestRate(growths.get(0).line(Rates.IDS).largest()));
            progress.accept("10,000 ids per second");
            bars.addAll(Bar.paced(effort.pacedMillis(), effort.ledger(pool, "paced")));
            progress.accept("acquisitions at once");
            Rush rush = Rush.measure(effort, ledger);
            bars.add(Bar.different("workers acquired at once", rush.allDifferent()));
            growths.add(rush.growth());
            progress.accept("idle generators");
            growths.add(Idle.fixed(effort));
            growths.add(Idle.leased(effort, pool));
            progress.accept("virtual threads");
            VirtualThreads.measure(effort, growths, bars, notes);
            double regionMillis = rush.growth().line(Rush.TOTAL_NEW).at(PROCESSES_OF_A_REGION);
            return new Figures(
                    ledger.version(),
                    effort.rounds(),
                    bars,
                    growths,
                    starts,
                    rush.statementsPerSecond(),
                    regionMillis,
                    notes);
        }
    }

    static HikariDataSource pool(Database ledger, int connections) {
        HikariConfig config = ledger.poolConfig(connections);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        return new HikariDataSource(config);
    }
}
