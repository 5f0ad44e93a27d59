package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what is lost where one row is kept for two: the other's premium days, say. */
final class KeptPairs extends PlanCheck {

    KeptPairs(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (UniquePlan unique : draft.uniques()) {
            if (unique.leadsReferences()) {
                look(unique, draft.table(unique.table()));
            }
        }
    }

    private void look(UniquePlan unique, TablePlan table) throws SQLException {
        List<ColumnPlan> columns = table.columns().stream()
                .filter(column -> column.remaps().isEmpty()
                        && !column.collationsDiffer()
                        && !unique.columns().contains(column.name()))
                .toList();
        Map<String, Long> different = new LinkedHashMap<>();
        List<String> samples = new ArrayList<>();
        for (SourcePlan kept : draft.sources()) {
            for (SourcePlan left :
                    draft.sources().subList(kept.number(), draft.sources().size())) {
                if (!columns.isEmpty() && table.copiedFrom(kept.number()) && table.copiedFrom(left.number())) {
                    String pairs = pairs(unique, table, kept, left);
                    if (count(columns, pairs, left, different) && samples.size() < SAMPLES) {
                        String sources = " on " + kept.alias() + ", " + left.alias();
                        samples.addAll(names(unique, columns, pairs, left, SAMPLES - samples.size()).stream()
                                .map(name -> name + sources)
                                .toList());
                    }
                }
            }
        }
        if (!different.isEmpty()) {
            findings.warning(
                    "KEPT_DIFFERS",
                    table.name(),
                    "one row is kept for two or more, and what the others hold is lost where it is different: in "
                            + different.entrySet().stream()
                                    .map(column -> column.getKey() + " of " + column.getValue() + " rows")
                                    .collect(Collectors.joining(", "))
                            + "; carry over what counts on the sources before, or by hand after",
                    different.values().stream().mapToLong(Long::longValue).max().orElse(0),
                    samples);
        }
    }

    /** Rows {@code o} of one source, each with the row {@code k} that is kept for it. */
    private String pairs(UniquePlan unique, TablePlan table, SourcePlan kept, SourcePlan left) {
        Survival survival = new Survival(draft, dialect);
        String keep = survival.of(table, kept, "k");
        return " FROM " + survival.candidates(table, left, "o") + " JOIN (SELECT k.* FROM "
                + SourceTable.rows(dialect, table, kept, "k") + (keep.isEmpty() ? "" : " WHERE " + keep)
                + ") k ON " + survival.sameKey(unique, "k", "o");
    }

    /** Returns whether there is any difference. */
    private boolean count(List<ColumnPlan> columns, String pairs, SourcePlan left, Map<String, Long> different)
            throws SQLException {
        String sql = "SELECT "
                + columns.stream()
                        .map(column -> "SUM(CASE WHEN " + same(column) + " THEN 0 ELSE 1 END)")
                        .collect(Collectors.joining(", "))
                + pairs;
        List<Long> counts = game.sessions().with(session -> {
            dialect.use(session, left.database());
            List<Long> found = new ArrayList<>();
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                for (int i = 1; i <= columns.size(); i++) {
                    found.add(row.getLong(i));
                }
            }
            return found;
        });
        boolean any = false;
        for (int i = 0; i < columns.size(); i++) {
            if (counts.get(i) > 0) {
                different.merge(columns.get(i).name(), counts.get(i), Long::sum);
                any = true;
            }
        }
        return any;
    }

    /** Some of those that were joined and differ. */
    private List<String> names(UniquePlan unique, List<ColumnPlan> columns, String pairs, SourcePlan left, int most)
            throws SQLException {
        String names = unique.columns().stream()
                .map(column -> "o." + dialect.quote(column))
                .collect(Collectors.joining(", "));
        String sql = "SELECT " + names + pairs + " WHERE "
                + columns.stream()
                        .map(column -> "CASE WHEN " + same(column) + " THEN 0 ELSE 1 END = 1")
                        .collect(Collectors.joining(" OR ", "(", ")"))
                + " ORDER BY " + names + " LIMIT " + most;
        return game.sessions().with(session -> {
            dialect.use(session, left.database());
            List<String> found = new ArrayList<>();
            try (Statement statement = session.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 1; i <= unique.columns().size(); i++) {
                        values.add(rows.getString(i));
                    }
                    found.add(String.join(", ", values));
                }
            }
            return found;
        });
    }

    private String same(ColumnPlan column) {
        String kept = "k." + dialect.quote(column.name());
        String left = "o." + dialect.quote(column.name());
        return "(" + kept + " = " + left + " OR (" + kept + " IS NULL AND " + left + " IS NULL))";
    }
}
