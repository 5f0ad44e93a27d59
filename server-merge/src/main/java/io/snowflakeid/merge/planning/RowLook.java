package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts the rows of a source that go into the target and fulfil a condition on the values that they will have there. */
final class RowLook {

    private static final int SAMPLES = 5;
    private static final int SHOWN_CHARACTERS = 40;

    private final Game game;
    private final MergePlan draft;
    private final Dialect dialect;
    private final Moves moves;

    RowLook(Game game, MergePlan draft) {
        this.game = game;
        this.draft = draft;
        dialect = game.sessions().dialect();
        moves = new Moves(draft, dialect);
    }

    /**
     * What to count.
     *
     * @param sql a condition on columns without an alias
     * @param shown columns whose values on the source a sample shows, besides the key
     */
    record Condition(String sql, List<String> shown) {}

    /** How many rows, and a few of them. */
    record Found(long count, List<String> samples) {}

    /** In one reading for all conditions, and another for each that finds something; those name no column but {@code columns}. */
    List<Found> look(TablePlan table, SourcePlan source, List<String> columns, List<Condition> conditions)
            throws SQLException {
        String from = from(table, source, columns, conditions);
        String counts = conditions.stream()
                .map(condition -> "SUM(CASE WHEN " + condition.sql() + " THEN 1 ELSE 0 END)")
                .collect(Collectors.joining(", "));
        return game.sessions().with(session -> {
            dialect.use(session, source.database());
            List<Found> found = new ArrayList<>();
            try (Statement statement = session.createStatement()) {
                List<Long> numbers = new ArrayList<>();
                try (ResultSet row = statement.executeQuery("SELECT " + counts + from)) {
                    row.next();
                    for (int i = 1; i <= conditions.size(); i++) {
                        numbers.add(row.getLong(i));
                    }
                }
                for (int i = 0; i < conditions.size(); i++) {
                    found.add(new Found(
                            numbers.get(i),
                            numbers.get(i) == 0 ? List.of() : samples(statement, table, from, conditions.get(i))));
                }
            }
            return found;
        });
    }

    private String from(TablePlan table, SourcePlan source, List<String> columns, List<Condition> conditions) {
        Set<String> shown = new LinkedHashSet<>(table.key());
        conditions.forEach(condition -> shown.addAll(condition.shown()));
        List<String> selected = new ArrayList<>();
        for (String column : columns) {
            selected.add(moves.planned(table.column(column), source) + " AS " + dialect.quote(column));
        }
        for (String column : shown) {
            selected.add(shown(table.column(column)) + " AS " + shownName(column));
        }
        String keep = new Survival(draft, dialect).of(table, source, "s");
        return " FROM (SELECT " + String.join(", ", selected) + " FROM "
                + SourceTable.rows(dialect, table, source, "s") + (keep.isEmpty() ? "" : " WHERE " + keep)
                + ") s";
    }

    private String shownName(String column) {
        return dialect.quote("merge_" + Integer.toHexString(column.hashCode()));
    }

    private String shown(ColumnPlan column) {
        String raw = "s." + dialect.quote(column.name());
        return switch (column.column().kind()) {
            case TEXT -> "LEFT(" + raw + ", " + SHOWN_CHARACTERS + ")";
            case BINARY -> "HEX(LEFT(" + raw + ", " + SHOWN_CHARACTERS / 2 + "))";
            case BIT -> raw + " + 0";
            default -> raw;
        };
    }

    private List<String> samples(Statement statement, TablePlan table, String from, Condition condition)
            throws SQLException {
        Set<String> columns = new LinkedHashSet<>(condition.shown());
        columns.addAll(table.key());
        List<String> samples = new ArrayList<>();
        if (columns.isEmpty()) {
            return samples;
        }
        try (ResultSet rows = statement.executeQuery(
                "SELECT " + columns.stream().map(this::shownName).collect(Collectors.joining(", ")) + from + " WHERE "
                        + condition.sql() + " LIMIT " + SAMPLES)) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                int number = 1;
                for (String column : columns) {
                    values.add(column + " = " + rows.getString(number++));
                }
                samples.add(String.join(", ", values));
            }
        }
        return samples;
    }

    /** The copied columns of a table that an expression names; empty if it names one that is computed. */
    Optional<List<String>> columnsOf(TablePlan table, String expression) {
        List<String> named = new ArrayList<>();
        for (var column : game.mainTable(table.name()).columns()) {
            if (moves.names(expression, column.name())) {
                if (column.generated() != null) {
                    return Optional.empty();
                }
                named.add(column.name());
            }
        }
        return Optional.of(named);
    }
}
