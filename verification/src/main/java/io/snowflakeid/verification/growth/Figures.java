package io.snowflakeid.verification.growth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** @param regionMillis the time in which 3,334 processes acquire workers at once, estimated from a line through measured times */
record Figures(
        String ledger,
        int rounds,
        List<Bar> bars,
        List<Growth> growths,
        List<Starts> starts,
        double statementsPerSecond,
        double regionMillis,
        List<String> notes) {

    static final String NAME = "growth_" + ProcessHandle.current().pid();

    private static final int CONNECTIONS = 10;
    private static final int PROCESSES_OF_A_REGION = 3_334; // 100,000 processes in 30 regions
    private static final long PATIENCE_MILLIS = 150_000;

    /** Measures everything. Starts are measured first, because the first start of a process loads classes. */
    static Figures measure(Effort effort, Database ledger, @Nullable Database redis, Consumer<String> progress)
            throws Exception {
        List<Growth> growths = new ArrayList<>();
        List<Bar> bars = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (HikariDataSource pool = pool(ledger, CONNECTIONS)) {
            progress.accept("starts");
            List<Starts> starts = Starts.all(effort.starts(), pool, ledger.version(), redis);
            progress.accept("threads, and generators in use");
            growths.add(Rates.byThreads(effort));
            growths.add(Rates.byGenerators(effort));
            bars.add(Bar.highestRate(growths.get(0).line(Rates.IDS).largest()));
            progress.accept("10,000 ids per second");
            bars.addAll(
                    Bar.paced(effort.pacedMillis(), Starts.jdbc(pool, "paced").get()));
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
