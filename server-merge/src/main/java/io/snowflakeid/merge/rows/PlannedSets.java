package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sets of rows that are left out, before a run has made them: in the target, until this is closed. A target that was not there is
 * dropped again, unless a table is in it by then. Nothing is made where no row can be left out.
 */
public final class PlannedSets implements AutoCloseable {

    private final Server server;
    private final MergePlan plan;
    private final LeftOutSets sets;
    private @Nullable Connection session;
    private boolean madeTarget;

    /** Of a plan, on a server to which sessions may write. */
    public PlannedSets(Server server, MergePlan plan) {
        this.server = server;
        this.plan = plan;
        sets = new LeftOutSets(plan, server.dialect(), AuditNames.LEFT_OUT);
    }

    /**
     * Fills the sets; returns those that are not empty. Where no row can be left out, the target is not touched, and no right on it needed.
     *
     * @throws MergeRefusedException if a run has begun, or another plan is at work on the target
     */
    public List<LeftOutSet> build() throws SQLException {
        return sets.none() ? List.of() : sets.build(open());
    }

    /** Tables without a key of which rows are left out that others refer to or that keep-first compares. */
    public List<String> withoutKey() {
        return sets.withoutKey();
    }

    private Connection open() throws SQLException {
        Connection own = server.lockedSession(plan.target());
        if (CatalogQuery.tables(own, plan.target()).contains(AuditNames.RUN)) {
            own.close();
            throw new MergeRefusedException("a run into " + plan.target()
                    + " has begun meanwhile: carry on with its plan, or drop the target to plan anew");
        }
        session = own;
        madeTarget = !CatalogQuery.exists(own, plan.target());
        Sql.update(own, server.dialect().createDatabase(plan.target(), plan.targetCharset(), plan.targetCollation()));
        return own;
    }

    @Override
    public void close() throws SQLException {
        try (Connection own = session) {
            if (own != null) {
                sets.drop(own);
                if (madeTarget && CatalogQuery.tables(own, plan.target()).isEmpty()) {
                    Sql.update(own, "DROP SCHEMA " + server.dialect().quote(plan.target()));
                }
            }
        }
    }
}
