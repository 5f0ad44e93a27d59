package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sets of rows that are left out, before a run has made them: in the target, until this is closed. A target that was not there is
 * dropped again, unless something else is in it by then. Nothing is made where no row can be left out.
 */
public final class PlannedSets implements AutoCloseable {

    private final Server server;
    private @Nullable Connection session;
    private @Nullable MergePlan last;
    private boolean madeTarget;

    /** On a server to which sessions may write. */
    public PlannedSets(Server server) {
        this.server = server;
    }

    /**
     * The plan with the sets of the rows that are left out, as far as it is made.
     *
     * @throws MergeRefusedException if a run has begun, or another plan is at work on the target
     */
    public MergePlan find(MergePlan plan) throws SQLException {
        LeftOutSets sets = new LeftOutSets(plan, server.dialect(), AuditNames.LEFT_OUT);
        if (sets.none() && last == null) {
            return plan.withLeftOut(List.of());
        }
        Connection own = session == null ? open(plan) : session;
        last = plan;
        return plan.withLeftOut(sets.build(own));
    }

    private Connection open(MergePlan plan) throws SQLException {
        Connection own = server.lockedSession(plan.target());
        session = own;
        if (Databases.tables(own, plan.target()).contains(AuditNames.RUN)) {
            throw new MergeRefusedException("the run into " + plan.target()
                    + " has begun, and does not tell yet which rows are left out: call run again, and ask then");
        }
        madeTarget = !Databases.exists(own, plan.target());
        Sql.update(own, server.dialect().createDatabase(plan.target(), plan.targetCharset(), plan.targetCollation()));
        return own;
    }

    @Override
    public void close() throws SQLException {
        try (Connection own = session) {
            if (own != null && last != null) {
                new LeftOutSets(last, server.dialect(), AuditNames.LEFT_OUT).drop(own);
                if (madeTarget
                        && Databases.tables(own, last.target()).isEmpty()
                        && Databases.routines(own, last.target()).isEmpty()) {
                    Sql.update(own, "DROP SCHEMA " + server.dialect().quote(last.target()));
                }
            }
        }
    }
}
