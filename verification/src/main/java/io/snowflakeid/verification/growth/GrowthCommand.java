package io.snowflakeid.verification.growth;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.ServerOptions;
import java.util.Set;
import java.util.concurrent.Callable;
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
            try (BenchDatabase bench = new BenchDatabase(reachedServer, "snowflake_bench_" + Figures.NAME)) {
                figures = measure(bench.database(), reached);
            }
        } else {
            figures = measure(new Database("the ledger", "jdbc:h2:mem:growth;DB_CLOSE_DELAY=-1", "sa", ""), reached);
        }
        pageOptions.report("growth", PageOptions.javaVersion() + ", " + figures.ledger(), figures);
        return figures.bars().stream().allMatch(Bar::met) ? ExitCode.FINE : ExitCode.FOUND;
    }

    private Figures measure(Database ledger, @Nullable Database reachedRedis) throws Exception {
        return Figures.measure(quick ? Effort.QUICK : Effort.FULL, ledger, reachedRedis, pageOptions.progress());
    }
}
