package io.snowflakeid.merge.run;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Referred;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Survival;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        dialect.use(session, plan.target());
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query(reference))) {
            row.next();
            return row.getLong(1);
        }
    }

    private String query(ReferencePlan reference) {
        if (reference.when() != null && answersDiffer(reference, reference.when())) {
            return asSourcesSay(reference);
        }
        List<String> refers = refers(reference);
        if (reference.when() != null) {
            refers.add("(" + reference.when().replace("{source}", dialect.quote(plan.target())) + ")");
        }
        return dialect.selectByLookup() + " COUNT(*) FROM " + dialect.table(plan.target(), reference.table())
                + " c WHERE " + String.join(" AND ", refers) + " AND " + toNothing(reference);
    }

    private List<String> refers(ReferencePlan reference) {
        List<String> refers = new ArrayList<>();
        for (String name : reference.columns()) {
            String column = "c." + dialect.quote(name);
            refers.add(column + " IS NOT NULL");
            if (!reference.none().isEmpty()) {
                refers.add(column + " NOT IN ("
                        + reference.none().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
            }
        }
        return refers;
    }

    private String toNothing(ReferencePlan reference) {
        return "NOT EXISTS (SELECT 1 FROM " + dialect.table(plan.target(), reference.parent()) + " p WHERE "
                + String.join(" AND ", Referred.by(plan, dialect, reference, "p", "c")) + ")";
    }

    /** Whether a condition may hold of a source's row and not of what became of it: other rows, or other values. */
    private boolean answersDiffer(ReferencePlan reference, String condition) {
        TablePlan table = plan.table(reference.table());
        return table.tableClass() != TableClass.SKIP
                && (condition.contains("{source}")
                        || table.columns().stream()
                                .anyMatch(column -> names(condition, column.name()) && mayChange(table, column)));
    }

    private static boolean names(String condition, String column) {
        return condition.toLowerCase(Locale.ROOT).contains(column.toLowerCase(Locale.ROOT));
    }

    private boolean mayChange(TablePlan table, ColumnPlan column) {
        return !column.follows().isEmpty()
                || column.remaps().stream()
                        .anyMatch(remap -> plan.domain(remap.domain()).mode() != IdMode.STATIC)
                || plan.referencesOf(table.name()).stream()
                        .anyMatch(reference -> reference.columns().contains(column.name())
                                && (reference.orphans() == Orphans.CLEAR
                                        || reference.whenLeftOut() == WhenLeftOut.CLEAR));
    }

    /** Rows of the sources of which the condition holds, with the values that they have in the target. */
    private String asSourcesSay(ReferencePlan reference) {
        TablePlan table = plan.table(reference.table());
        Survival survival = new Survival(plan, dialect);
        List<String> counts = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            if (table.copiedFrom(source.number())) {
                RowSelect rows = new RowSelect(plan, dialect, table, source);
                counts.add("(SELECT COUNT(*) FROM (SELECT " + rows.namedSelect() + " FROM " + rows.from()
                        + rows.where(survival.active(reference, source, RowSelect.ROW)) + ") c WHERE "
                        + String.join(" AND ", refers(reference)) + " AND " + toNothing(reference) + ")");
            }
        }
        return "SELECT " + String.join(" + ", counts);
    }
}
