package io.snowflakeid.verification.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.performance.AtOnce;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.math3.stat.StatUtils;

/** Many processes that acquire a worker at once, with eight pools of five connections. */
record Rush(Growth growth, double statementsPerSecond, boolean allDifferent) {

    static final String TOTAL_NEW = "total, new workers";

    private static final int POOLS = 8;
    private static final int CONNECTIONS = 5;

    private record Acquired(WorkerLedger ledger, WorkerGrant grant, long end) {}

    static Rush measure(Effort effort, Database database) throws InterruptedException, ExecutionException {
        List<HikariDataSource> pools = new ArrayList<>();
        try {
            for (int i = 0; i < POOLS; i++) {
                pools.add(GrowthCommand.pool(database, CONNECTIONS));
            }
            return measure(effort, pools, new CountedStatements());
        } finally {
            pools.forEach(HikariDataSource::close);
        }
    }

    private static Rush measure(Effort effort, List<HikariDataSource> pools, CountedStatements statements)
            throws InterruptedException, ExecutionException {
        Growth.Table table = new Growth.Table();
        double perSecond = 0;
        boolean different = true;
        for (int count : effort.acquisitions()) {
            List<WorkerLedger> ledgers = new ArrayList<>();
            pools.forEach(pool -> ledgers.add(effort.ledger(statements.in(pool), "rush-" + count)));
            for (String workers : List.of("new workers", "released workers")) {
                long before = statements.sum();
                AtOnce<Acquired> rush = rush(count, ledgers);
                perSecond = (statements.sum() - before) * 1e9 / rush.nanos();
                Set<Long> granted = new HashSet<>();
                rush.results().forEach(one -> granted.add(one.grant.worker()));
                different &= granted.size() == count;
                double[] millis = rush.results().stream()
                        .mapToDouble(one -> (one.end - rush.start()) / 1e6)
                        .toArray();
                table.add("p50, " + workers, "ms", count, StatUtils.percentile(millis, 50));
                table.add("p99, " + workers, "ms", count, StatUtils.percentile(millis, 99));
                table.add("total, " + workers, "ms", count, rush.nanos() / 1e6);
                rush.results().forEach(one -> one.ledger.release(one.grant, one.grant.from()));
            }
        }
        return new Rush(table.growth("Workers acquired at once", "processes"), perSecond, different);
    }

    private static AtOnce<Acquired> rush(int count, List<WorkerLedger> ledgers)
            throws InterruptedException, ExecutionException {
        AtomicInteger turn = new AtomicInteger();
        return AtOnce.run(count, () -> {
            WorkerLedger ledger = ledgers.get(turn.getAndIncrement() % ledgers.size());
            WorkerGrant grant = ledger.acquire(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
            return new Acquired(ledger, grant, System.nanoTime());
        });
    }
}
