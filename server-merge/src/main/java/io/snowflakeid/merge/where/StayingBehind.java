package io.snowflakeid.merge.where;

import io.snowflakeid.merge.RowFate.Outcome;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.rows.Survival.Condition;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a row of a source does not go into the target. */
record StayingBehind(MergePlan plan, Connection session, Dialect dialect, SourcePlan source, RowKey key) {

    private static final String ROW = RowSelect.ROW;

    /** What became of it, and why, in a sentence each. */
    record Reasons(Outcome outcome, List<String> sentences) {}

    Reasons reasons() throws SQLException {
        List<String> reasons = new ArrayList<>();
        TablePlan table = key.table();
        String byKey = rows() + " WHERE " + key.condition(dialect, ROW);
        for (Condition condition : new Survival(plan, dialect).own(table, source, ROW)) {
            if (key.exists(session, byKey + " AND NOT COALESCE(" + condition.sql() + ", FALSE)")) {
                ReferencePlan reference = condition.reference();
                reasons.add(
                        reference == null
                                ? name() + " does not fulfil " + table.where()
                                : refersTo(reference, byKey, !condition.orphan()));
            }
        }
        Outcome outcome = reasons.isEmpty() ? Outcome.LOST : Outcome.LEFT_OUT;
        for (UniquePlan unique : KeepFirst.keysOf(plan, table).toList()) {
            for (SourcePlan earlier : plan.sources().subList(0, source.number() - 1)) {
                RowKey winner = winner(unique, earlier);
                if (winner != null) {
                    reasons.add(lost(unique, earlier, winner, byKey));
                    return new Reasons(outcome, reasons);
                }
            }
        }
        return new Reasons(Outcome.LEFT_OUT, reasons);
    }

    private String rows() {
        return SourceTable.rows(dialect, key.table(), source, ROW);
    }

    private String name() {
        return RowWhereabouts.name(source.alias(), key);
    }

    private String refersTo(ReferencePlan reference, String byKey, boolean there) throws SQLException {
        TablePlan parent = plan.table(reference.parent());
        Map<String, @Nullable String> values = key.row(session, dialect, ROW, reference.columns(), byKey);
        String equations = reference.links().stream()
                .map(link -> link.parent().column() + " = "
                        + values.get(key.table().column(link.column().column()).name()))
                .collect(Collectors.joining(", "));
        return name() + " refers to "
                + new Survival(plan, dialect).ownerOf(parent, source).alias() + "." + parent.name() + " ("
                + equations + "), "
                + (parent.tableClass() == TableClass.SKIP
                        ? "whose table is not copied (class skip)"
                        : there ? "which stays behind" : "which is not there");
    }

    private @Nullable RowKey winner(UniquePlan unique, SourcePlan earlier) throws SQLException {
        KeepFirst kept = new KeepFirst(plan, dialect, AuditNames.LEFT_OUT);
        String from =
                kept.winner(unique, source, key.condition(dialect, ROW)) + " AND w.merge_source = " + earlier.number();
        List<String> names = key.table().key();
        return RowKey.among(key.table(), key.row(session, kept.winnersKey(unique), names, from));
    }

    private String lost(UniquePlan unique, SourcePlan earlier, RowKey winner, String byKey) throws SQLException {
        String shared = key.row(session, dialect, ROW, unique.columns(), byKey).entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue())
                .collect(Collectors.joining(", "));
        String then = unique.references() == null
                ? ""
                : unique.leadsReferences()
                        ? "; what refers to it is led there"
                        : "; what refers to it stays behind too";
        return name() + " gives way to " + RowWhereabouts.name(earlier.alias(), winner)
                + " of an earlier source, which has the same " + shared + then;
    }
}
