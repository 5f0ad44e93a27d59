package io.snowflakeid.merge.where;

import io.snowflakeid.merge.RowFate.Outcome;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeepFirst.Rival;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.SourceTable;
import io.snowflakeid.merge.rows.Survival;
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
        Survival survival = new Survival(plan, dialect);
        String byKey = rows() + " WHERE " + key.condition(dialect, ROW);
        if (table.where() != null
                && !key.exists(session, byKey + " AND (" + survival.condition(table.where(), source) + ")")) {
            reasons.add(name() + " does not fulfil " + table.where());
        }
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            String refers = byKey + " AND " + survival.active(reference, source, ROW) + " AND NOT ";
            if (survival.leavesOut(reference, source)
                    && key.exists(session, refers + survival.parentSurvives(reference, source, ROW))) {
                boolean there = !key.exists(session, refers + survival.parentExists(reference, source, ROW));
                reasons.add(refersTo(reference, byKey, there));
            }
        }
        Outcome outcome = reasons.isEmpty() ? Outcome.LOST : Outcome.LEFT_OUT;
        for (Rival rival : new KeepFirst(plan, dialect).rivals(table, source, ROW)) {
            RowKey winner = winner(rival);
            if (winner != null) {
                reasons.add(lost(rival, winner, byKey));
                return new Reasons(outcome, reasons);
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

    /** Both rows stand in queries of their own, for the operator's conditions name columns without an alias. */
    private @Nullable RowKey winner(Rival rival) throws SQLException {
        List<String> own = new ArrayList<>(List.of(key.condition(dialect, ROW)));
        own.addAll(rival.own());
        String row = "(SELECT " + ROW + ".* FROM " + rows() + " WHERE " + String.join(" AND ", own) + ") " + ROW;
        String both = row + " JOIN " + rival.rows() + " ON " + rival.both();
        return RowKey.among(
                key.table(),
                key.row(session, dialect, rival.alias(), key.table().key(), both));
    }

    private String lost(Rival rival, RowKey winner, String byKey) throws SQLException {
        UniquePlan unique = rival.unique();
        String shared = key.row(session, dialect, ROW, unique.columns(), byKey).entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue())
                .collect(Collectors.joining(", "));
        String then = unique.references() == null
                ? ""
                : unique.leadsReferences()
                        ? "; what refers to it is led there"
                        : "; what refers to it stays behind too";
        return name() + " gives way to " + RowWhereabouts.name(rival.source().alias(), winner)
                + " of an earlier source, which has the same " + shared + then;
    }
}
