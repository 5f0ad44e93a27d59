package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.UniqueConfig.LeftReferences;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Dialect;
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
final class KeptPairs {

    private final Game game;
    private final MergePlan draft;
    private final Findings findings;
    private final Dialect dialect;

    KeptPairs(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        dialect = game.sessions().dialect();
    }

    void look() throws SQLException {
        for (UniquePlan unique : draft.uniques()) {
            boolean follows = unique.onClash() == OnClash.KEEP_FIRST && unique.references() == LeftReferences.FOLLOW;
            if (follows && unique.clashes() > 0) {
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
        for (SourcePlan kept : draft.sources()) {
            for (SourcePlan left :
                    draft.sources().subList(kept.number(), draft.sources().size())) {
                if (!columns.isEmpty() && table.copiedFrom(kept.number()) && table.copiedFrom(left.number())) {
                    count(unique, table, columns, kept, left, different);
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
                    List.of());
        }
    }

    private void count(
            UniquePlan unique,
            TablePlan table,
            List<ColumnPlan> columns,
            SourcePlan kept,
            SourcePlan left,
            Map<String, Long> different)
            throws SQLException {
        Survival survival = new Survival(draft, dialect);
        String keep = survival.of(table, kept, "k");
        String sql = "SELECT "
                + columns.stream().map(column -> differs(column.name())).collect(Collectors.joining(", ")) + " FROM "
                + survival.candidates(table, left, "o") + " JOIN (SELECT k.* FROM "
                + SourceTable.rows(dialect, table, kept, "k") + (keep.isEmpty() ? "" : " WHERE " + keep)
                + ") k ON " + survival.sameKey(unique, "k", "o");
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
        for (int i = 0; i < columns.size(); i++) {
            if (counts.get(i) > 0) {
                different.merge(columns.get(i).name(), counts.get(i), Long::sum);
            }
        }
    }

    private String differs(String column) {
        String kept = "k." + dialect.quote(column);
        String left = "o." + dialect.quote(column);
        return "SUM(CASE WHEN " + kept + " = " + left + " OR (" + kept + " IS NULL AND " + left
                + " IS NULL) THEN 0 ELSE 1 END)";
    }
}
