package io.snowflakeid.merge.run;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.run.RowFate.Outcome;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeepFirst;
import io.snowflakeid.merge.sql.KeepFirst.Rival;
import io.snowflakeid.merge.sql.Referred;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a row of a source does not go into the target. */
final class StayingBehind {

    private static final String ROW = "s";

    private final MergePlan plan;
    private final Dialect dialect;
    private final RowReader reader;
    private final List<String> reasons = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private Outcome outcome = Outcome.LEFT_OUT;

    /** For one row. */
    StayingBehind(MergePlan plan, Dialect dialect, RowReader reader) {
        this.plan = plan;
        this.dialect = dialect;
        this.reader = reader;
    }

    /** Finds them; each reason is a line, followed by those of the row that it names. */
    void find(TablePlan table, SourcePlan source, RowKey key) throws SQLException {
        int before = reasons.size();
        Survival survival = new Survival(plan, dialect);
        String rows = SourceTable.rows(dialect, table, source, ROW);
        String byKey = " WHERE " + key.condition(dialect, ROW);
        String name = name(source, table, key);
        if (!seen.add(name)) {
            return; // rows that refer to each other in a circle
        }
        if (table.where() != null
                && !reader.exists(rows + byKey + " AND (" + survival.condition(table.where(), source) + ")", key)) {
            reasons.add(name + " does not fulfil " + table.where());
        }
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            if (survival.leavesOut(reference, source)
                    && reader.exists(
                            rows + byKey + " AND " + survival.active(reference, source, ROW) + " AND NOT "
                                    + survival.parentSurvives(reference, source, ROW),
                            key)) {
                parentStaysBehind(
                        name, reference, survival.ownerOf(plan.table(reference.parent()), source), rows + byKey, key);
            }
        }
        boolean leftOut = reasons.size() > before;
        Winner winner = winner(table, new KeepFirst(plan, dialect).rivals(table, source, ROW), rows, key);
        if (winner != null) {
            reasons.add(lost(name, table, winner, rows + byKey, key));
            outcome = before == 0 && !leftOut ? Outcome.LOST : outcome;
        }
    }

    /** A row that is kept in place of another one. */
    private record Winner(Rival rival, RowKey key) {}

    private @Nullable Winner winner(TablePlan table, List<Rival> rivals, String rows, RowKey key) throws SQLException {
        for (Rival rival : rivals) {
            RowKey other = rivalKey(table, rival, rows, key);
            if (other != null) {
                return new Winner(rival, other);
            }
        }
        return null;
    }

    private static String name(SourcePlan source, TablePlan table, RowKey key) {
        return source.alias() + "." + table.name() + " " + key;
    }

    private void parentStaysBehind(String name, ReferencePlan reference, SourcePlan owner, String from, RowKey key)
            throws SQLException {
        TablePlan table = plan.table(reference.table());
        TablePlan parent = plan.table(reference.parent());
        List<Column> columns = reference.columns().stream()
                .map(column -> table.column(column).column())
                .toList();
        Map<String, @Nullable String> values = reader.row(names(ROW, reference.columns()), columns, from, key);
        String refers =
                name + " refers to " + owner.alias() + "." + parent.name() + " (" + equations(reference, values) + ")";
        if (parent.tableClass() == TableClass.SKIP) {
            reasons.add(refers + ", whose table is not copied (class skip)");
            return;
        }
        String join = SourceTable.rows(dialect, parent, owner, "p") + ", " + from;
        join += " AND " + String.join(" AND ", Referred.by(plan, dialect, reference, "p", ROW));
        RowKey found = parent.key().isEmpty() ? null : reader.key(parent, "p", join, key);
        if (found == null) {
            reasons.add(refers + (parent.key().isEmpty() ? ", which stays behind" : ", which is not there"));
            return;
        }
        reasons.add(refers + ", which stays behind");
        find(parent, owner, found);
    }

    private String names(String alias, List<String> columns) {
        return columns.stream()
                .map(column -> alias + "." + dialect.quote(column))
                .collect(Collectors.joining(", "));
    }

    private static String equations(ReferencePlan reference, Map<String, @Nullable String> values) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < reference.columns().size(); i++) {
            parts.add(reference.parentColumns().get(i) + " = "
                    + values.get(reference.columns().get(i)));
        }
        return String.join(", ", parts);
    }

    /** Both rows stand in queries of their own, for the operator's conditions name columns without an alias. */
    private @Nullable RowKey rivalKey(TablePlan table, Rival rival, String rows, RowKey key) throws SQLException {
        List<String> own = new ArrayList<>(List.of(key.condition(dialect, ROW)));
        own.addAll(rival.own());
        String row = "(SELECT " + ROW + ".* FROM " + rows + " WHERE " + String.join(" AND ", own) + ") " + ROW;
        return reader.key(table, rival.alias(), row + " JOIN " + rival.rows() + " ON " + rival.both(), key);
    }

    private String lost(String name, TablePlan table, Winner won, String from, RowKey key) throws SQLException {
        String winner = name(won.rival().source(), table, won.key());
        UniquePlan unique = won.rival().unique();
        List<Column> columns = unique.columns().stream()
                .map(column -> table.column(column).column())
                .toList();
        Map<String, @Nullable String> values = reader.row(names(ROW, unique.columns()), columns, from, key);
        String shared = values.entrySet().stream()
                .map(value -> value.getKey() + " " + value.getValue())
                .collect(Collectors.joining(", "));
        String then = unique.references() == null
                ? ""
                : unique.leadsReferences()
                        ? "; what refers to it is led there"
                        : "; what refers to it stays behind too";
        return name + " gives way to " + winner + " of an earlier source, which has the same " + shared + then;
    }

    List<String> reasons() {
        return reasons;
    }

    Outcome outcome() {
        return outcome;
    }
}
