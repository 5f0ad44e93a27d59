package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How far the run of a plan is. */
enum RunState {
    NOT_BEGUN,
    /** New ids and names are in the target. */
    RUNNING,
    FINISHED;

    /**
     * Asks the target.
     *
     * @throws MergeRefusedException if it belongs to another plan
     */
    static RunState of(PlanFile file, Connection session, Dialect dialect) throws SQLException {
        RowReader reader = new RowReader(session, dialect);
        String target = file.plan().target();
        if (!reader.tableThere(target, AuditNames.RUN) || !reader.tableThere(target, AuditNames.STEP)) {
            return NOT_BEGUN;
        }
        try (Statement statement = session.createStatement();
                ResultSet run = statement.executeQuery(
                        "SELECT plan_hash, state FROM " + dialect.table(target, AuditNames.RUN))) {
            if (!run.next()) {
                return NOT_BEGUN;
            }
            if (!run.getString(1).equals(file.hash())) {
                throw new MergeRefusedException("target " + target + " belongs to another plan ("
                        + run.getString(1).substring(0, 12) + ", this one is "
                        + file.hash().substring(0, 12) + "): ask with that plan");
            }
            if (run.getString(2).equals("finished")) {
                return FINISHED;
            }
        }
        String step = "SELECT 1 FROM " + dialect.table(target, AuditNames.STEP) + " WHERE name = ?";
        return reader.thereIs(step, IdsView.STEP) ? RUNNING : NOT_BEGUN;
    }
}
