package io.snowflakeid.demo.merge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What became of the three worlds when their servers were merged.
 *
 * @param players how many players all servers of one world had together
 * @param autoIncrement ids counted by each server's database
 * @param textbookSnowflake ids of the class that people copy, with its default worker and datacenter on every server
 * @param snowflake ids of this project, each server with its own number
 * @param serverMerge the same servers merged by the tool for databases that were not made to be merged
 * @param seconds how long all of it took
 */
public record MergeResult(
        int players,
        WorldResult autoIncrement,
        WorldResult textbookSnowflake,
        WorldResult snowflake,
        ServerMergeResult serverMerge,
        double seconds) {

    /** What went wrong with our ids, one sentence each; empty if every row and every reference arrived. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, snowflake.primaryKeyClashes(), "primary keys of our ids clash");
        report(failures, snowflake.rowsLost(), "rows with our ids are missing or have other content");
        report(failures, snowflake.danglingReferences(), "references between our ids point nowhere");
        report(failures, snowflake.mislinkedReferences(), "references between our ids lead to a row of another server");
        report(
                failures,
                snowflake.tables().stream().filter(table -> !table.sumsAgree()).count(),
                "tables with our ids have another count or checksum than their sources");
        failures.addAll(serverMerge.failures());
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }

    /**
     * One world after its merge.
     *
     * @param ids where the ids came from, one line
     * @param servers who made them
     * @param tables table by table
     */
    public record WorldResult(String ids, List<ServerIdentity> servers, List<TableResult> tables) {

        /** Rows of all servers together. */
        @JsonProperty
        public long sourceRows() {
            return sum(TableResult::sourceRows);
        }

        /** Rows that the merged database has. */
        @JsonProperty
        public long mergedRows() {
            return sum(TableResult::mergedRows);
        }

        /** Rows that could not be copied, since another row had their primary key already. */
        @JsonProperty
        public long primaryKeyClashes() {
            return sum(TableResult::primaryKeyClashes);
        }

        /** Rows that are missing in the merged database, or are there with other content. */
        @JsonProperty
        public long rowsLost() {
            return sum(TableResult::rowsLost);
        }

        /** References of merged rows that point nowhere. */
        @JsonProperty
        public long danglingReferences() {
            return sumReferences(ReferenceResult::dangling);
        }

        /** References of merged rows that lead to a row of another server: nothing fails, and a player owns what is not his. */
        @JsonProperty
        public long mislinkedReferences() {
            return sumReferences(ReferenceResult::mislinked);
        }

        private long sum(ToLongFunction<TableResult> figure) {
            return tables.stream().mapToLong(figure).sum();
        }

        private long sumReferences(ToLongFunction<ReferenceResult> figure) {
            return tables.stream()
                    .flatMap(table -> table.references().stream())
                    .mapToLong(figure)
                    .sum();
        }
    }

    /**
     * One game server of a world.
     *
     * @param server its number
     * @param database the database that it filled
     * @param rows how many rows it made
     * @param datacenter the datacenter number in its ids; null where the database counted
     * @param worker the worker number in its ids; null where the database counted
     */
    public record ServerIdentity(
            int server,
            String database,
            long rows,
            @Nullable Long datacenter,
            @Nullable Long worker) {}

    /**
     * One table of a world.
     *
     * @param table its name, without the world's prefix
     * @param sourceRows rows of all servers together
     * @param mergedRows rows in the merged database
     * @param primaryKeyClashes rows not copied, since their primary key was taken
     * @param rowsLost rows missing in the merged database, or there with other content
     * @param sourceChecksum the sum over all source rows, 16 hexadecimal digits, see {@link RowText}
     * @param mergedChecksum the same over the merged rows
     * @param references reference by reference
     */
    public record TableResult(
            String table,
            long sourceRows,
            long mergedRows,
            long primaryKeyClashes,
            long rowsLost,
            String sourceChecksum,
            String mergedChecksum,
            List<ReferenceResult> references) {

        /** True if counts and checksums of the sources equal those of the merged table. */
        @JsonProperty
        public boolean sumsAgree() {
            return sourceRows == mergedRows && sourceChecksum.equals(mergedChecksum);
        }
    }

    /**
     * One reference between two tables, looked up in the merged database.
     *
     * @param column the column that refers
     * @param parent the table that it refers to
     * @param checked how many rows refer
     * @param dangling how many point nowhere
     * @param mislinked how many lead to a row of another server
     */
    public record ReferenceResult(String column, String parent, long checked, long dangling, long mislinked) {}
}
