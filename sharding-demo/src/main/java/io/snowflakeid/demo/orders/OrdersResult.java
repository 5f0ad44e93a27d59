package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of the orders, as read from every database. The names are those of {@code report.json}.
 *
 * @param placed the number of placed orders
 * @param writers the number of processes that placed them
 * @param found the result of the check of every row; its names are on the same level as the others
 * @param autoIncrement the same orders in tables with AUTO_INCREMENT ids
 */
public record OrdersResult(
        int placed,
        int writers,
        @JsonUnwrapped Found found,
        List<LookUp> lookUps,
        OutageResult outage,
        CountedResult autoIncrement) {

    /** The number of a writer's orders that may be stored after their database was disconnected: more than a transaction has. */
    private static final long MOST_IN_PROGRESS = 100;

    /** The highest number of databases that a look-up queried. */
    @JsonProperty
    public int databasesPerLookup() {
        return lookUps.stream().mapToInt(LookUp::databases).max().orElse(0);
    }

    /** One kind of query through ShardingSphere, and its highest number of databases and statements, counted at the driver. */
    public record LookUp(String by, String through, int queries, int databases, int statements, int missed) {}

    /**
     * The orders during the outage of one database.
     *
     * @param left the number of orders of its users that were not yet stored when it was disconnected
     * @param firstError the message of the first rejected order, from the log of a writer
     */
    public record OutageResult(String database, long left, List<OutageOrders> perDatabase, String firstError) {

        /** The number of orders that were accepted at the first attempt. */
        @JsonProperty
        public long accepted() {
            return perDatabase.stream().mapToLong(OutageOrders::accepted).sum();
        }

        /** The number of orders that were retried. */
        @JsonProperty
        public long refused() {
            return perDatabase.stream().mapToLong(OutageOrders::refused).sum();
        }
    }

    /** The orders of one database's users during an outage. Refused orders are stored later. */
    public record OutageOrders(String database, long accepted, long refused) {}

    /** Tables with AUTO_INCREMENT ids; {@code firsts} is the number of orders with the id 1. */
    public record CountedResult(long orders, long duplicates, long firsts, List<Neighbours> neighbours) {}

    /** Two consecutive orders of one database, with counted ids from 1000, and with our ids. */
    public record Neighbours(String database, List<String> counted, List<String> ours) {}

    /** The problems found, one sentence each. */
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
