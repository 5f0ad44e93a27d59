package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

record Effort(
        int rounds,
        List<Integer> threads,
        List<Integer> generators,
        List<Integer> acquisitions,
        List<Integer> virtualThreads,
        int starts,
        Duration window,
        long sliceMillis,
        long idleMillis,
        long heldMillis,
        long pacedMillis) {

    static final Effort FULL = new Effort(
            5,
            List.of(1, 2, 4, 8, 16, 32, 64, 128, 256),
            List.of(1, 10, 100, 1_000),
            List.of(10, 100, 1_000),
            List.of(100, 1_000, 10_000),
            30,
            LedgerBuilder.DEFAULT_WINDOW,
            300,
            5_500,
            44_000,
            25_000);

    static final Effort QUICK = new Effort(
            3,
            List.of(1, 2, 8, 64),
            List.of(10, 100),
            List.of(10, 100, 1_000),
            List.of(100, 1_000, 10_000),
            10,
            LedgerBuilder.DEFAULT_WINDOW,
            150,
            5_500,
            23_000,
            5_000);

    /** Returns a ledger in a database. */
    WorkerLedger ledger(DataSource database, String namespace) {
        return JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database)
                .namespace(namespace)
                .window(window)
                .build();
    }
}
