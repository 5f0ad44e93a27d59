package io.snowflakeid.demo.worlds;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of the three worlds when their servers were merged. The names are those of {@code report.json}.
 *
 * @param players how many players all servers of one world had together
 */
public record WorldsResult(
        int players,
        WorldResult autoIncrement,
        WorldResult textbookSnowflake,
        WorldResult snowflake,
        ServerMergeResult serverMerge) {

    /** What went wrong, one sentence each; empty if every row and every reference arrived. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, snowflake.primaryKeyClashes(), "primary keys of our ids clash");
        report(failures, snowflake.rowsLost(), "rows with our ids are missing or have other content");
        report(failures, snowflake.mergedRows() - snowflake.sourceRows(), "rows are there that no server had");
        report(failures, snowflake.danglingReferences(), "references between our ids point nowhere");
        report(failures, snowflake.mislinkedReferences(), "references between our ids lead to a row of another server");
        for (Merged world : serverMerge.worlds()) {
            String after = " after server-merge of " + world.ids();
            world.faults().forEach(fault -> failures.add(fault + after));
            report(failures, Math.abs(world.rowsLost()), "rows are missing, or too many," + after);
            report(failures, world.danglingReferences(), "references point nowhere" + after);
            report(failures, world.mislinkedReferences(), "references lead to a row of another server" + after);
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }

    /**
     * One world after a plain copy.
     *
     * @param primaryKeyClashes rows that could not be copied, since another row had their primary key already
     * @param rowsLost rows that are missing in the merged database, or are there with other content
     * @param references how many references were followed
     * @param mislinkedReferences references to a row of another server: nothing fails, and a player owns what is not his
     */
    public record WorldResult(
            String ids,
            long sourceRows,
            long mergedRows,
            long primaryKeyClashes,
            long rowsLost,
            long references,
            long danglingReferences,
            long mislinkedReferences) {}

    /** The worlds that server-merge has merged, or why it was not tried and what to do. */
    public record ServerMergeResult(@Nullable String notShown, List<Merged> worlds) {}

    /**
     * One world after server-merge.
     *
     * @param way what became of the ids
     * @param references how many references were followed
     * @param faults what its plan or its own verification found, one sentence each
     */
    public record Merged(
            String ids,
            String way,
            long sourceRows,
            long rowsLost,
            long references,
            long danglingReferences,
            long mislinkedReferences,
            List<String> faults) {}
}
