package io.snowflakeid.demo.merge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of the merges of game servers. The file {@code report.json} uses the names of the record components.
 *
 * @param players the total number of players on all servers
 */
public record MergeResult(
        int players,
        CopyResult autoIncrement,
        CopyResult textbookSnowflake,
        CopyResult snowflake,
        ServerMergeResult serverMerge) {

    /** Returns one error message for each failed check. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, snowflake.primaryKeyClashes(), "primary keys of our ids clash");
        report(failures, snowflake.rowsLost(), "rows with our ids are missing or have other content");
        report(failures, snowflake.mergedRows() - snowflake.sourceRows(), "rows exist that no server had");
        report(failures, snowflake.danglingReferences(), "references between our ids lead to no row");
        report(failures, snowflake.mislinkedReferences(), "references between our ids lead to a row of another server");
        for (Merged merged : serverMerge.merges()) {
            String after = " after server-merge of " + merged.ids();
            merged.faults().forEach(fault -> failures.add(fault + after));
            report(failures, Math.abs(merged.rowsLost()), "rows are missing, or too many," + after);
            report(failures, merged.danglingReferences(), "references lead to no row" + after);
            report(failures, merged.mislinkedReferences(), "references lead to a row of another server" + after);
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }

    /**
     * The result of copying the rows of all servers without changes.
     *
     * @param primaryKeyClashes the number of rows that were not copied because another row has the same primary key
     * @param rowsLost the number of server rows that are missing or different in the merged database
     * @param mislinkedReferences the number of references to a row of another server
     */
    public record CopyResult(
            String ids,
            long sourceRows,
            long mergedRows,
            long primaryKeyClashes,
            long rowsLost,
            long references,
            long danglingReferences,
            long mislinkedReferences) {}

    /** The results of server-merge, or a message that explains why server-merge was not run. */
    public record ServerMergeResult(
            @JsonProperty("notShown") @Nullable String skipped,
            @JsonProperty("worlds") List<Merged> merges) {}

    /**
     * The result of server-merge for one kind of ids.
     *
     * @param mapping a text that describes how server-merge changes the ids
     * @param faults the error messages of the plan or of the verification
     */
    public record Merged(
            String ids,
            @JsonProperty("way") String mapping,
            long sourceRows,
            long rowsLost,
            long references,
            long danglingReferences,
            long mislinkedReferences,
            List<String> faults) {}
}
