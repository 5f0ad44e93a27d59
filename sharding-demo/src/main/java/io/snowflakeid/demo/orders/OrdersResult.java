package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of the orders, which is read from every database. The file {@code report.json} uses the names of the record's components.
 *
 * @param placed the number of placed orders
 * @param writers the number of processes that placed the orders
 * @param found the result of the check of every row, whose components are on the top level of {@code report.json}
 * @param autoIncrement the result of the same orders in tables with AUTO_INCREMENT ids
 */
public record OrdersResult(
        int placed,
        int writers,
        @JsonUnwrapped Found found,
        List<LookUp> lookUps,
        OutageResult outage,
        CountedResult autoIncrement) {

    /** The maximum number of a writer's orders in progress at a disconnection, which is twice the size of a transaction. */
    private static final long MOST_IN_PROGRESS = 100;

    /** Returns the highest number of databases that a look-up queried. */
    @JsonProperty
    public int databasesPerLookup() {
        return lookUps.stream().mapToInt(LookUp::databases).max().orElse(0);
    }

    /** One kind of query through ShardingSphere, with the highest number of databases and statements that a query used. */
    public record LookUp(String by, String through, int queries, int databases, int statements, int missed) {}

    /**
     * The orders during the outage of one database.
     *
     * @param left the number of orders of the database's users that were not stored when the database was disconnected
     * @param firstError the message about the first rejected order, from the log of a writer
     */
    public record OutageResult(String database, long left, List<OutageOrders> perDatabase, String firstError) {

        /** Returns the number of orders that were accepted at the first attempt. */
        @JsonProperty
        public long accepted() {
            return perDatabase.stream().mapToLong(OutageOrders::accepted).sum();
        }

        /** Returns the number of orders that were retried. */
        @JsonProperty
        public long refused() {
            return perDatabase.stream().mapToLong(OutageOrders::refused).sum();
        }
    }

    /** The orders of one database's users during an outage. Refused orders are stored after the outage. */
    public record OutageOrders(String database, long accepted, long refused) {}

    /** The result for tables with AUTO_INCREMENT ids, with {@code firsts} as the number of orders with the id 1. */
    public record CountedResult(long orders, long duplicates, long firsts, List<Neighbours> neighbours) {}

    /** Two consecutive orders of one database, with AUTO_INCREMENT ids from 1000 and with Snowflake ids. */
    public record Neighbours(String database, List<String> counted, List<String> ours) {}

    /** Returns one sentence for each problem. */
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
