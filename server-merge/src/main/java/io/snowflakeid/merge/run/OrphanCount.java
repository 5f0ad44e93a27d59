package io.snowflakeid.merge.run;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Referred;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Counts rows of the target that refer to nothing. */
final class OrphanCount {

    private final MergePlan plan;
    private final Dialect dialect;

    OrphanCount(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
    }

    /** Those that the operator chose to keep. */
    long expected(ReferencePlan reference) {
        TablePlan table = plan.table(reference.table());
        if (reference.orphans() != Orphans.KEEP) {
            return 0;
        }
        return plan.sources().stream()
                .filter(source -> table.copiedFrom(source.number()))
                .mapToLong(source -> reference.orphanRows().get(source.number() - 1))
                .sum();
    }

    long inTarget(Connection session, ReferencePlan reference) throws SQLException {
        if (plan.table(reference.parent()).tableClass() == TableClass.RECOMPUTE) {
            return expected(reference);
        }
        dialect.use(session, plan.target());
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query(reference))) {
            row.next();
            return row.getLong(1);
        }
    }

    private String query(ReferencePlan reference) {
        List<String> refers = new ArrayList<>();
        for (String name : reference.columns()) {
            String column = "c." + dialect.quote(name);
            refers.add(column + " IS NOT NULL");
            if (!reference.none().isEmpty()) {
                refers.add(column + " NOT IN ("
                        + reference.none().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
            }
        }
        if (reference.when() != null) {
            refers.add("(" + reference.when().replace("{source}", dialect.quote(plan.target())) + ")");
        }
        return "SELECT COUNT(*) FROM " + dialect.table(plan.target(), reference.table()) + " c WHERE "
                + String.join(" AND ", refers) + " AND NOT EXISTS (SELECT 1 FROM "
                + dialect.table(plan.target(), reference.parent()) + " p WHERE "
                + String.join(" AND ", Referred.by(plan, dialect, reference, "p", "c")) + ")";
    }
}
