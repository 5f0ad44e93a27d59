package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.report.RunRecord;
import io.snowflakeid.merge.run.RowFate;
import io.snowflakeid.merge.run.VerificationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** What the commands ask for. */
interface MergeEngine {

    /** Reads the sources and writes the plan, and its lists of renames beside it. */
    PlanFile plan(MergeConfig config, Path out, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException;

    /** Lines for references that the configuration does not list, as the sources' names and rows tell. */
    List<String> suggest(MergeConfig config, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException;

    /** Carries out a plan, from where it was left. */
    void run(PlanFile plan, MergeProgress.Listener progress) throws SQLException, IOException, InterruptedException;

    /** Compares the target with what it should be. */
    VerificationResult verify(PlanFile plan, int sessions, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException;

    /** Tells what became of a source's row. */
    RowFate where(PlanFile plan, String alias, String table, List<String> id)
            throws SQLException, IOException, InterruptedException;

    /** What the target tells about how it was made. */
    RunRecord outcome(PlanFile plan) throws SQLException, IOException, InterruptedException;
}
