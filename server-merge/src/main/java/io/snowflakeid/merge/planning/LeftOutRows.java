package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
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
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says how many rows of each table stay behind, and why: what nobody asked for row by row is to be seen before the night. */
final class LeftOutRows {

    private final Game game;
    private final MergePlan draft;
    private final Findings findings;
    private final Dialect dialect;

    LeftOutRows(Game game, MergePlan draft, Findings findings) {
        this.game = game;
        this.draft = draft;
        this.findings = findings;
        dialect = game.sessions().dialect();
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            Map<String, Long> causes = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long all = 0;
            long left = 0;
            for (SourcePlan source : draft.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (rows != null && table.copiedFrom(source.number())) {
                    all += rows.total();
                    if (rows.copied() < rows.total()) {
                        left += rows.total() - rows.copied();
                        perSource.add(source.alias() + " " + (rows.total() - rows.copied()) + " of " + rows.total());
                        count(table, source).forEach((cause, number) -> causes.merge(cause, number, Long::sum));
                    }
                }
            }
            if (left > 0) {
                report(table, left, all, causes, perSource);
            }
        }
    }

    /**
     * Why a row stays behind.
     *
     * @param text as it is told
     * @param condition on the row {@code s}
     */
    private record Cause(String text, String condition) {}

    /** Each row under its first cause. */
    private Map<String, Long> count(TablePlan table, SourcePlan source) throws SQLException {
        List<Cause> causes = causes(table, source);
        StringBuilder first = new StringBuilder("CASE");
        for (int i = 0; i < causes.size(); i++) {
            first.append(" WHEN ")
                    .append(causes.get(i).condition())
                    .append(" THEN ")
                    .append(i);
        }
        String sql = "SELECT cause, COUNT(*) FROM (SELECT " + first + " ELSE -1 END AS cause FROM "
                + SourceTable.rows(dialect, table, source, "s") + ") c WHERE cause >= 0 GROUP BY cause";
        Map<Integer, Long> counted = game.sessions().with(session -> {
            dialect.use(session, source.database());
            Map<Integer, Long> found = new TreeMap<>();
            try (Statement statement = session.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    found.put(rows.getInt(1), rows.getLong(2));
                }
            }
            return found;
        });
        Map<String, Long> named = new LinkedHashMap<>();
        // one text for the rivals of several sources
        counted.forEach((cause, number) -> named.merge(causes.get(cause).text(), number, Long::sum));
        return named;
    }

    private List<Cause> causes(TablePlan table, SourcePlan source) {
        Survival survival = new Survival(draft, dialect);
        List<Cause> causes = new ArrayList<>();
        if (table.where() != null) {
            causes.add(new Cause(
                    "do not fulfil its where",
                    "NOT COALESCE((" + survival.condition(table.where(), source) + "), FALSE)"));
        }
        for (ReferencePlan reference : draft.referencesOf(table.name())) {
            for (String kept : survival.notLeftOutBy(reference, source, "s")) {
                causes.add(new Cause(REFER + reference.name(), "NOT COALESCE(" + kept + ", FALSE)"));
            }
        }
        for (Survival.Rival rival : survival.rivals(table, source, "s")) {
            causes.add(new Cause(
                    rival.unique() == null
                            ? "give way to a newer row"
                            : "give way to a row with the same "
                                    + String.join(", ", rival.unique().columns()),
                    "NOT COALESCE(" + rival.none() + ", FALSE)"));
        }
        return causes;
    }

    private static final String REFER = "refer to what stays behind or is not there: ";

    /** That rows follow others is worth a look; the rest was asked for in so many words. */
    private void report(TablePlan table, long left, long all, Map<String, Long> causes, List<String> perSource) {
        boolean follow = causes.keySet().stream().anyMatch(cause -> cause.startsWith(REFER));
        findings.add(new Finding(
                follow ? Finding.Severity.WARNING : Finding.Severity.NOTE,
                "LEFT_OUT",
                table.name(),
                left + " of " + all + " rows stay behind (" + String.join(", ", perSource) + "): "
                        + causes.entrySet().stream()
                                .map(cause -> cause.getValue() + " " + cause.getKey())
                                .collect(Collectors.joining("; "))
                        + (follow ? "; what should stay without them wants when-left-out: clear" : ""),
                left,
                List.of()));
    }
}
