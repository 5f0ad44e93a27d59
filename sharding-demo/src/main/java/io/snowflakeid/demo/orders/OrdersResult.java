package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
 * @param incomplete orders whose items, or whose payments, do not add up to the order's amount
 * @param rowsReported how many rows the writers say they committed; equal to {@code idsChecked} unless rows were lost
 * @param balance the fullest of the shards in terms of the mean, by orders
 * @param textbookBalance the same for a textbook generator at 100 ids/s and {@code id % shards}
 * @param databasesPerLookup the most databases that a query by order id, user id or payment number reached
 * @param lookUps each kind of query, also those by merchant, and for contrast those that have to ask all databases
 * @param merchantIndex the index of orders by merchant, before and after its repair
 * @param outage what happened while one database was away
 * @param ordersPerShard by logical shard
 * @param textbookOrdersPerShard likewise
 * @param ordersPerHour by hour of the day, UTC
 * @param mostOrdersOfOneUser the most that any user has
 * @param seconds how long the run took, wall clock
 * @param secondsPerPhase its parts, in their order
 * @param idsPerSecond ids written per second before the outage, from the first transaction of any writer to the last commit
 */
public record OrdersResult(
        OrdersOptions options,
        long idsChecked,
        long duplicates,
        long misplacedRows,
        long orphans,
        long incomplete,
        long rowsReported,
        double balance,
        double textbookBalance,
        int databasesPerLookup,
        List<LookUp> lookUps,
        MerchantIndexResult merchantIndex,
        OutageResult outage,
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
     * One kind of query through ShardingSphere. What it reached is counted at the driver.
     *
     * @param by what was asked for
     * @param byGene whether that leads to one database by the gene
     * @param through the framework
     * @param queries how many orders were looked up
     * @param fewestDatabases the fewest databases that one query reached
     * @param mostDatabases the most
     * @param mostStatements the most statements that one query sent to all databases together
     * @param meanTables how many tables one query read on average
     * @param missed how many did not find what is known to be there
     */
    public record LookUp(
            String by,
            boolean byGene,
            String through,
            int queries,
            int fewestDatabases,
            int mostDatabases,
            int mostStatements,
            double meanTables,
            int missed) {}

    /**
     * The index of orders by merchant, which is written beside the orders in other databases, and what was wrong with it.
     *
     * @param merchants how many merchants have an order
     * @param rowsLostByPlan how many orders were planned to lose their row, as by a crash
     * @param rowsLostInOutage how many were planned to come while the database of their row was away
     * @param rowsLost how many rows the writers say they could not write
     * @param rolledBackByPlan how many orders were planned to be rolled back after their row was written
     * @param rolledBack how many the writers say were
     * @param before the index before its repair
     * @param after the index after it
     * @param runs the runs of the repair, in their order
     */
    public record MerchantIndexResult(
            int merchants,
            long rowsLostByPlan,
            long rowsLostInOutage,
            long rowsLost,
            long rolledBackByPlan,
            long rolledBack,
            IndexState before,
            IndexState after,
            List<RepairRun> runs) {

        void report(List<String> failures) {
            reportDifference(
                    failures,
                    "orders without index row before the repair",
                    before.missing(),
                    rowsLostByPlan + rowsLostInOutage);
            reportDifference(
                    failures, "index rows that writers say were lost", rowsLost, rowsLostByPlan + rowsLostInOutage);
            reportDifference(
                    failures, "index rows without order before the repair", before.dangling(), rolledBackByPlan);
            reportDifference(failures, "orders that writers say were rolled back", rolledBack, rolledBackByPlan);
            reportDifference(
                    failures,
                    "index rows added by the repair",
                    runs.stream().mapToLong(RepairRun::added).sum(),
                    before.missing());
            reportDifference(
                    failures,
                    "index rows removed by the repair",
                    runs.stream().mapToLong(RepairRun::removed).sum(),
                    before.dangling());
            OrdersResult.report(
                    failures, after.missing(), "orders have no row in the merchants' index after its repair");
            OrdersResult.report(
                    failures, after.dangling(), "rows of the merchants' index have no order after its repair");
            OrdersResult.report(
                    failures, after.misplaced(), "rows of the merchants' index lie in another merchant's database");
            if (runs.isEmpty() || !runs.get(runs.size() - 1).isIdle()) {
                failures.add("the repair of the merchants' index found no end");
            }
        }
    }

    /**
     * The index compared with the orders, row by row, in the physical databases.
     *
     * @param rows how many rows the index has
     * @param missing orders without a row
     * @param dangling rows without an order
     * @param misplaced rows outside the database of their merchant's gene
     */
    public record IndexState(long rows, long missing, long dangling, long misplaced) {}

    /**
     * One run of the repair.
     *
     * @param graceMillis what was younger than that was left alone
     * @param windows how many windows of time it went through
     * @param orders how many orders were compared
     * @param rows with how many rows of the index
     * @param added how many rows were missing
     * @param removed how many had no order
     * @param leftAlone how many differences it saw among what was too young
     */
    public record RepairRun(
            long graceMillis, int windows, long orders, long rows, long added, long removed, long leftAlone) {

        /** Whether there was nothing to do, and nothing was left undone. */
        @JsonIgnore
        public boolean isIdle() {
            return added + removed + leftAlone == 0;
        }
    }

    /**
     * What happened while one database was away, counted in orders.
     *
     * @param database which one
     * @param perDatabase what became of the orders of each database's users
     * @param slowestRefusalMillis how long the customer waited who waited longest to be refused
     * @param firstError what the first of them was told; empty if none was refused
     * @param ordersBefore how many orders the lost database held when it was lost, read past the cut
     * @param ordersAfter how many it held when it came back
     * @param acceptedAfterwards how many of those that were refused were accepted when they were placed again
     */
    public record OutageResult(
            String database,
            List<OutageOrders> perDatabase,
            long slowestRefusalMillis,
            String firstError,
            long ordersBefore,
            long ordersAfter,
            long acceptedAfterwards) {

        void report(List<String> failures) {
            long refusedInAll =
                    perDatabase.stream().mapToLong(OutageOrders::refused).sum();
            for (OutageOrders orders : perDatabase) {
                boolean lost = orders.database().equals(database);
                String when = " while " + database + " was away";
                reportDifference(
                        failures,
                        "orders refused by " + orders.database() + when,
                        orders.refused(),
                        lost ? orders.placed() : 0);
                reportDifference(
                        failures,
                        "orders accepted by " + orders.database() + when,
                        orders.accepted(),
                        lost ? 0 : orders.placed());
            }
            reportDifference(failures, "orders in " + database + " when it came back", ordersAfter, ordersBefore);
            reportDifference(
                    failures, "refused orders that were accepted afterwards", acceptedAfterwards, refusedInAll);
            if (refusedInAll > 0 && !firstError.contains(database)) {
                failures.add("the error of a refused order does not name " + database + ": " + firstError);
            }
        }
    }

    /**
     * The orders of one database's users during an outage.
     *
     * @param placed how many were planned
     */
    public record OutageOrders(String database, long placed, long accepted, long refused) {}

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
        report(failures, incomplete, "orders lack an item or a payment");
        report(failures, rowsReported - idsChecked, "rows that were committed are missing");
        report(failures, idsChecked - rowsReported, "rows are there that nobody reported");
        report(failures, lookUps.stream().mapToInt(LookUp::missed).sum(), "look-ups did not find what is there");
        if (databasesPerLookup != 1) {
            failures.add("look-ups by order id, user id or payment number reached up to " + databasesPerLookup
                    + " databases, not 1");
        }
        merchantIndex.report(failures);
        outage.report(failures);
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

    private static void reportDifference(List<String> failures, String what, long seen, long expected) {
        if (seen != expected) {
            failures.add(what + ": " + seen + " instead of " + expected);
        }
    }
}
