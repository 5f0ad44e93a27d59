package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.RowLook.Condition;
import io.snowflakeid.merge.planning.RowLook.Found;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Partitions of the main server, which have to take the rows of all. */
final class PartitionCheck extends PlanCheck {

    private static final Pattern ONE_COLUMN = Pattern.compile("`(?:[^`]|``)*`");

    PartitionCheck(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        if (ServerKind.of(draft) == ServerKind.H2) {
            return;
        }
        for (TablePlan table : draft.tables()) {
            String clause = game.mainTable(table.name()).partitioning();
            if (clause != null && table.tableClass() != TableClass.SKIP) {
                look(table, clause);
            }
        }
    }

    private void look(TablePlan table, String clause) throws SQLException {
        findings.note(
                "PARTITIONS",
                table.name(),
                "the target's table gets the partitions of the main server: " + start(clause),
                null,
                List.of());
        List<List<String>> partitions = new ServerQuery(game.sessions())
                .rows(
                        "SELECT DISTINCT partition_ordinal_position, partition_method, partition_expression,"
                                + " partition_description FROM information_schema.partitions"
                                + " WHERE table_schema = ? AND table_name = ? AND partition_name IS NOT NULL ORDER BY 1",
                        game.main().database(),
                        table.name());
        String method = partitions.get(0).get(1);
        String expression = partitions.get(0).get(2);
        List<String> values = partitions.stream().map(row -> row.get(3)).toList();
        String refuses = null;
        if (method.startsWith("RANGE")) {
            refuses = beyond(method, expression, values.get(values.size() - 1));
        } else if (method.startsWith("LIST")) {
            refuses = outside(method, expression, values);
        } else {
            return;
        }
        if (refuses == null) {
            notChecked(table.name(), method, expression);
        } else if (!refuses.isEmpty()) {
            count(table, expression, refuses, method.startsWith("RANGE"));
        }
    }

    private static String start(String clause) {
        String line = clause.replaceAll("\\s+", " ").strip();
        return line.length() <= 80 ? line : line.substring(0, 77) + "…";
    }

    /** The condition of rows above the last partition; empty if there are none, null if it cannot be told. */
    private static @Nullable String beyond(String method, String expression, String last) {
        if (last.equalsIgnoreCase("MAXVALUE")) {
            return "";
        }
        boolean several =
                method.contains("COLUMNS") && !ONE_COLUMN.matcher(expression).matches();
        return several ? null : "(" + expression + ") >= " + last;
    }

    /** The condition of rows that no partition lists. */
    private static @Nullable String outside(String method, String expression, List<String> lists) {
        if (lists.stream().anyMatch(list -> list.equalsIgnoreCase("DEFAULT") || list.equalsIgnoreCase("MAXVALUE"))) {
            return "";
        }
        if (method.contains("COLUMNS") && !ONE_COLUMN.matcher(expression).matches()) {
            return null;
        }
        List<String> values = lists.stream()
                .flatMap(list -> Pattern.compile(",(?=(?:[^']*'[^']*')*[^']*$)").splitAsStream(list))
                .toList();
        String numbers =
                values.stream().filter(value -> !value.equalsIgnoreCase("NULL")).collect(Collectors.joining(", "));
        List<String> conditions = new ArrayList<>();
        if (values.stream().noneMatch(value -> value.equalsIgnoreCase("NULL"))) {
            conditions.add("(" + expression + ") IS NULL");
        }
        conditions.add(
                numbers.isEmpty()
                        ? "(" + expression + ") IS NOT NULL"
                        : "(" + expression + ") NOT IN (" + numbers + ")");
        return "(" + String.join(" OR ", conditions) + ")";
    }

    private void notChecked(String table, String method, String expression) {
        findings.warning(
                "PARTITION_UNCHECKED",
                table,
                "whether the partitions by " + method + " (" + expression
                        + ") take the rows of all sources was not checked: make sure of it, or the run stops there");
    }

    private void count(TablePlan table, String expression, String refuses, boolean range) throws SQLException {
        RowLook look = new RowLook(game, draft);
        for (SourcePlan source : draft.sources()) {
            if (!table.copiedFrom(source.number())) {
                continue;
            }
            Optional<List<String>> columns = look.columnsOf(table, expression);
            if (columns.isEmpty()) {
                notChecked(table.name(), range ? "RANGE" : "LIST", expression);
                return;
            }
            Found found = look.look(table, source, columns.get(), List.of(new Condition(refuses, columns.get())))
                    .get(0);
            if (found.count() > 0) {
                findings.error(
                        "PARTITION_REFUSES",
                        source.alias() + "." + table.name(),
                        found.count() + " rows, as they will be, fit none of the partitions by " + expression
                                + " that the main server has: add partitions there" + (range ? ", up to MAXVALUE" : ""),
                        found.count(),
                        found.samples());
            }
        }
    }
}
