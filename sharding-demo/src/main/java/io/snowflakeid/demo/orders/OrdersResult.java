package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.demo.shop.UniquenessCheck.Found;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run has shown, as read back from every database. The names are those of {@code report.json}.
 *
 * @param found what the check of every row has found; its names stand beside the others
 * @param lookUps each kind of query, also one that has to ask all databases
 * @param outage what happened while one database was away
 * @param autoIncrement the same orders in tables whose ids each database counts
 * @param seconds how long the run took, wall clock
 */
public record OrdersResult(
        OrdersOptions options,
        @JsonUnwrapped Found found,
        List<LookUp> lookUps,
        OutageResult outage,
        CountedResult autoIncrement,
        double seconds) {

    /** The most databases that a query by order id, user id or payment number reached. */
    @JsonProperty
    public int databasesPerLookup() {
        return lookUps.stream()
                .filter(LookUp::byGene)
                .mapToInt(LookUp::mostDatabases)
                .max()
                .orElse(0);
    }

    /**
     * One kind of query through ShardingSphere. What it reached is counted at the driver.
     *
     * @param byGene whether what was asked for leads to one database by the gene
     * @param queries how many orders were looked up
     * @param fewestDatabases the fewest databases that one query reached
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
     * What happened while one database was away, counted in orders.
     *
     * @param firstError what the first refused customer was told, from the log of a writer
     * @param ordersBefore how many orders the lost database held when it was lost, read past the cut
     * @param ordersAfter how many it held when it came back
     * @param acceptedAfterwards how many of those that were refused are stored in the end
     */
    public record OutageResult(
            String database,
            List<OutageOrders> perDatabase,
            String firstError,
            long ordersBefore,
            long ordersAfter,
            long acceptedAfterwards) {

        /** Orders that were accepted at once. */
        @JsonProperty
        public long accepted() {
            return perDatabase.stream().mapToLong(OutageOrders::accepted).sum();
        }

        /** Those that had to be placed again. */
        @JsonProperty
        public long refused() {
            return perDatabase.stream().mapToLong(OutageOrders::refused).sum();
        }

        /** All that came. */
        @JsonProperty
        public long placed() {
            return accepted() + refused();
        }
    }

    /** The orders of one database's users during an outage. */
    public record OutageOrders(String database, long accepted, long refused) {

        /** How many came. */
        @JsonProperty
        public long placed() {
            return accepted + refused;
        }
    }

    /** Tables whose ids each database counts by itself; {@code example} is an id that {@code databases} have, each its own. */
    public record CountedResult(long orders, long duplicates, long example, List<String> databases) {}

    /** Whatever is wrong, one sentence each; empty if every promise was kept. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, found.duplicates(), "ids occur more than once");
        report(failures, found.misplacedRows(), "rows lie outside the shard of their gene");
        report(failures, found.orphans(), "items or payments lie apart from their order");
        report(failures, found.incomplete(), "orders lack an item or a payment");
        report(failures, found.ordersMissing(), "orders that were placed are missing");
        report(failures, found.ordersTwice(), "orders are stored twice");
        report(failures, lookUps.stream().mapToInt(LookUp::missed).sum(), "look-ups did not find what is there");
        report(failures, databasesPerLookup() - 1, "databases too many were asked for an order");
        String away = " while " + outage.database() + " was away";
        for (OutageOrders orders : outage.perDatabase()) {
            boolean lost = orders.database().equals(outage.database());
            report(failures, lost ? orders.accepted() : 0, "orders reached " + orders.database() + away);
            report(failures, lost ? 0 : orders.refused(), "orders were refused by " + orders.database() + away);
        }
        report(failures, outage.refused() - outage.acceptedAfterwards(), "refused orders were never accepted");
        int writing = Math.min(options.writers(), options.orders());
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
