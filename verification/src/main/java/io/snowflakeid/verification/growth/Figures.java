package io.snowflakeid.verification.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.Program;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** @param ledger the product of the ledger's database */
record Figures(
        String date,
        String machine,
        String ledger,
        int rounds,
        List<Bar> bars,
        List<Growth> growths,
        List<Starts> starts,
        List<Paper> paper,
        List<String> notes) {

    private static final int CONNECTIONS = 10;

    /** Measures everything. The first start of each source comes first, because it loads classes. */
    static Figures measure(Effort effort, BenchDatabase database, @Nullable Database redis, Consumer<String> progress)
            throws SQLException, IOException, InterruptedException, ExecutionException, ReflectiveOperationException {
        List<Growth> growths = new ArrayList<>();
        List<Bar> bars = new ArrayList<>();
        try (HikariDataSource pool = database.pool(CONNECTIONS)) {
            progress.accept("starts");
            List<Starts> starts = Starts.all(effort.starts(), pool, database.product(), redis);
            progress.accept("threads, and generators in use");
            growths.add(Rates.byThreads(effort));
            growths.add(Rates.byGenerators(effort));
            bars.add(Bar.highestRate(growths.get(0).line(Rates.IDS).largest()));
            progress.accept("10,000 ids per second");
            bars.addAll(
                    Bar.paced(effort.pacedMillis(), Starts.jdbc(pool, "paced").get()));
            progress.accept("acquisitions at once");
            Rush rush = Rush.measure(effort, database);
            bars.add(Bar.different("workers acquired at once", rush.allDifferent()));
            growths.add(rush.growth());
            progress.accept("idle generators");
            growths.add(Idle.fixed(effort));
            Growth leased = Idle.leased(effort, pool);
            growths.add(leased);
            progress.accept("virtual threads");
            List<String> notes = virtualThreads(effort, growths, bars);
            return new Figures(
                    LocalDate.now(ZoneOffset.UTC).toString(),
                    Program.machine(),
                    database.product(),
                    effort.rounds(),
                    bars,
                    growths,
                    starts,
                    Paper.of(leased, rush),
                    notes);
        }
    }

    private static List<String> virtualThreads(Effort effort, List<Growth> growths, List<Bar> bars)
            throws InterruptedException, ExecutionException, ReflectiveOperationException {
        if (!VirtualThreads.exist()) {
            return List.of("Virtual threads are not available on this version of Java.");
        }
        VirtualThreads virtual = VirtualThreads.measure(effort);
        growths.add(virtual.growth());
        bars.add(Bar.different("ids of virtual threads", virtual.allDifferent()));
        return List.of();
    }
}
