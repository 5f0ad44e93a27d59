package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of writing and reading sharded orders. The file {@code report.json} uses the names of the record components.
 *
 * @param placed the number of orders that the demo wrote
 * @param writers the number of processes that wrote the orders
 * @param found the result of the check of all rows
 * @param autoIncrement the result of a comparison, in which the demo writes equal orders to tables with AUTO_INCREMENT ids
 */
public record OrdersResult(
        int placed,
        int writers,
        @JsonUnwrapped Found found,
        List<LookUp> lookUps,
        OutageResult outage,
        CountedResult autoIncrement) {

    /** The maximum number of uncommitted orders of one writer, which is twice the number of orders in a transaction. */
    private static final long MOST_IN_PROGRESS = 100;

    /** Returns the largest number of databases that one query used. */
    @JsonProperty
    public int databasesPerLookup() {
        return lookUps.stream().mapToInt(LookUp::databases).max().orElse(0);
    }

    /** The result for one kind of query. The components {@code databases} and {@code statements} are the largest numbers per query. */
    public record LookUp(String by, String through, int queries, int databases, int statements, int missed) {}

    /**
     * The result of the outage of one database.
     *
     * @param left the number of orders that were not yet written to the database when the outage began
     * @param firstError the first rejection message in the logs of the writers
     */
    public record OutageResult(String database, long left, List<OutageOrders> perDatabase, String firstError) {

        /** Returns the number of orders that were stored during the outage. */
        @JsonProperty
        public long accepted() {
            return perDatabase.stream().mapToLong(OutageOrders::accepted).sum();
        }

        /** Returns the number of orders that were stored after a retry. */
        @JsonProperty
        public long refused() {
            return perDatabase.stream().mapToLong(OutageOrders::refused).sum();
        }
    }

    /** The orders of one database during the outage. The component {@code refused} is the number of orders that were stored by a retry. */
    public record OutageOrders(String database, long accepted, long refused) {}

    /** The result for tables with AUTO_INCREMENT ids. The component {@code firsts} is the number of orders with the id 1. */
    public record CountedResult(long orders, long duplicates, long firsts, List<Neighbours> neighbours) {}

    /** The ids of two consecutive orders in one database, as AUTO_INCREMENT ids and as Snowflake ids. */
    public record Neighbours(String database, List<String> counted, List<String> ours) {}

    /** Returns one error message for each failed check. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, found.duplicates(), "ids occur more than once");
        report(failures, found.misplacedRows(), "rows lie outside the shard of their gene");
        report(failures, found.incomplete(), "orders lack an item or a payment");
        report(failures, found.ordersMissing(), "orders that were placed are missing");
        report(failures, found.ordersTwice(), "orders are stored twice");
        report(failures, lookUps.stream().mapToInt(LookUp::missed).sum(), "look-ups did not find a stored order");
        report(failures, databasesPerLookup() - 1, "databases too many were queried for an order");
        String away = " while " + outage.database() + " was away";
        for (OutageOrders orders : outage.perDatabase()) {
            boolean lost = orders.database().equals(outage.database());
            report(failures, lost ? orders.accepted() : 0, "orders reached " + orders.database() + away);
            report(failures, lost ? 0 : orders.refused(), "orders were refused by " + orders.database() + away);
        }
        if (outage.refused() == 0 && outage.left() > writers * MOST_IN_PROGRESS) {
            failures.add("none of " + outage.left() + " orders was refused by " + outage.database() + away);
        }
        int writing = Math.min(writers, placed);
        if (found.idsPerWorker().size() != writing) {
            failures.add(writing + " writers used " + found.idsPerWorker().size() + " worker ids");
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }
}
