package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What the commands ask for. */
interface MergeEngine {

    /** Reads the sources and writes the plan, and its lists of renames beside it. */
    PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException;

    /** Carries out a plan, from where it was left. */
    void run(PlanFile plan, MergeProgress.Listener progress) throws SQLException, IOException, InterruptedException;

    /** Compares the target with what it should be. */
    Verification verify(PlanFile plan, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException;

    /** Tells what became of a source's row. */
    RowFate where(PlanFile plan, String alias, String table, List<String> id) throws SQLException, IOException;

    /** What the target tells about how it was made. */
    RunRecord outcome(PlanFile plan) throws SQLException, IOException;

    /**
     * What a comparison found.
     *
     * @param rows how many rows were compared
     * @param differences everything that is not as it should be; none if the merge is right
     */
    record Verification(long rows, List<Finding> differences) {}

    /**
     * What became of a row.
     *
     * @param inTarget whether the target has it, or the one that was kept in its place
     * @param message in words, one line
     * @param values columns by which the target knows it, such as its new id and name; empty if it is not there
     */
    record RowFate(boolean inTarget, String message, Map<String, String> values) {}
}
