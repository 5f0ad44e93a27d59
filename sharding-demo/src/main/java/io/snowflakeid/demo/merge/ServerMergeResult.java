package io.snowflakeid.demo.merge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What server-merge, the tool for databases that were not made to be merged, made of the same game servers.
 *
 * @param notShown why it was not tried and what to do, or null if it was
 * @param worlds with counted ids, then with ours; empty if it was not tried
 */
public record ServerMergeResult(@Nullable String notShown, List<Merged> worlds) {

    /** What went wrong, one sentence each. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        for (Merged world : worlds) {
            world.faults().forEach(fault -> failures.add("server-merge of " + world.ids() + ": " + fault));
            if (world.rowsLost() != 0 || world.danglingReferences() > 0 || world.mislinkedReferences() > 0) {
                failures.add("server-merge of " + world.ids() + " lost " + world.rowsLost() + " rows; "
                        + world.danglingReferences() + " references point nowhere, " + world.mislinkedReferences()
                        + " lead to a row of another server");
            }
        }
        return failures;
    }

    /**
     * One world after its merge.
     *
     * @param ids where the ids came from
     * @param way what became of them
     * @param sourceRows rows of all servers together
     * @param mergedRows rows in the merged database
     * @param references how many references were followed
     * @param danglingReferences of them point nowhere
     * @param mislinkedReferences of them lead to a row of another server
     * @param faults what the tool's own verification found, one sentence each
     * @param seconds how long it took to plan, merge and verify
     */
    public record Merged(
            String ids,
            String way,
            long sourceRows,
            long mergedRows,
            long references,
            long danglingReferences,
            long mislinkedReferences,
            List<String> faults,
            double seconds) {

        /** Rows that are missing in the merged database. */
        @JsonProperty
        public long rowsLost() {
            return sourceRows - mergedRows;
        }
    }
}
