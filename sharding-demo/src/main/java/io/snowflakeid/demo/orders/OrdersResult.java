package io.snowflakeid.demo.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run has shown, as read back from every database. Numbers only, so that it can be written as JSON as it is.
 *
 * @param idsChecked how many ids were read from all tables of all databases, and compared with each other
 * @param duplicates how many of them occur more than once, counted beyond the first
 * @param misplacedRows rows outside the table of their gene, and orders whose gene is not their user's
 * @param orphans items and payments without their order in the same shard
 * @param rowsReported how many rows the writers say they committed; equal to {@code idsChecked} unless rows were lost
 * @param balance the fullest of the shards in terms of the mean, by orders
 * @param textbookBalance the same for a textbook generator at 100 ids/s and {@code id % shards}
 * @param databasesPerLookup the most databases that a query by order id or by user id reached
 * @param lookUps each kind of query, also one for contrast that has to ask all databases
 * @param ordersPerShard by logical shard
 * @param textbookOrdersPerShard likewise
 * @param ordersPerHour by hour of the day, UTC
 * @param mostOrdersOfOneUser the most that any user has
 * @param seconds how long the run took, wall clock
 * @param secondsPerPhase its parts, in their order
 * @param idsPerSecond ids written per second, from the first transaction of any writer to the last commit
 */
public record OrdersResult(
        OrdersOptions options,
        long idsChecked,
        long duplicates,
        long misplacedRows,
        long orphans,
        long rowsReported,
        double balance,
        double textbookBalance,
        int databasesPerLookup,
        List<LookUp> lookUps,
        List<DatabaseRows> rowsPerDatabase,
        List<WorkerIds> idsPerWorker,
        Map<String, Long> rowsPerAdapter,
        List<Integer> ordersPerShard,
        List<Integer> textbookOrdersPerShard,
        List<Integer> ordersPerHour,
        List<PriceBucket> prices,
        int mostOrdersOfOneUser,
        double seconds,
        Map<String, Double> secondsPerPhase,
        double idsPerSecond) {

    /**
     * One kind of query through ShardingSphere.
     *
     * @param by what was asked for
     * @param through the framework
     * @param queries how many orders were looked up
     * @param fewestDatabases the fewest databases that one query reached, counted at the driver
     * @param mostDatabases the most
     * @param missed how many were not found
     */
    public record LookUp(String by, String through, int queries, int fewestDatabases, int mostDatabases, int missed) {}

    /** What one database holds. */
    public record DatabaseRows(String database, long orders, long items, long payments) {}

    /** How many ids one worker made, as decoded from the ids. */
    public record WorkerIds(long worker, long ids) {}

    /**
     * How many items have a price of at least {@code fromCents} and less than {@code toCents}.
     *
     * @param toCents {@link Long#MAX_VALUE} in the last one
     */
    public record PriceBucket(long fromCents, long toCents, long items) {}

    /** Whatever is wrong, one sentence each; empty if every promise was kept. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, duplicates, "ids occur more than once");
        report(failures, misplacedRows, "rows lie outside the shard of their gene");
        report(failures, orphans, "items or payments lie apart from their order");
        report(failures, rowsReported - idsChecked, "rows that were committed are missing");
        report(failures, idsChecked - rowsReported, "rows are there that nobody reported");
        report(failures, lookUps.stream().mapToInt(LookUp::missed).sum(), "look-ups did not find their order");
        if (databasesPerLookup != 1) {
            failures.add("look-ups by order id or user id reached up to " + databasesPerLookup + " databases, not 1");
        }
        int writing = Math.min(
                options.writers(), options.orders()); // with fewer orders than writers, some have none to write
        if (idsPerWorker.size() != writing) {
            failures.add(writing + " writers used " + idsPerWorker.size() + " worker ids");
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }
}
