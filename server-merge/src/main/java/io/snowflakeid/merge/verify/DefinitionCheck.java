package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.SqlText;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compares what the target is made of with what the plan makes: columns, the other lines of the statements that make the main server's
 * tables, and the plan's triggers and views. Counters stand above what is taken.
 */
record DefinitionCheck(MergePlan plan, Sessions sessions, Schema main, Schema target, Consumer<String> faults) {

    void check() throws SQLException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Map<String, String> there = new LinkedHashMap<>();
        target.tables().keySet().forEach(name -> there.put(name + ": the table", ""));
        for (TablePlan planned : plan.tables()) {
            Table table = main.tables().get(planned.name());
            Table found = target.tables().get(planned.name());
            wanted.put(planned.name() + ": the table", "");
            if (table != null && found != null) {
                boolean ordered = Set.copyOf(names(table)).equals(Set.copyOf(names(found)));
                describe(table, table.engine().equals("H2") ? "H2" : "InnoDB", ordered, wanted);
                describe(found, found.engine(), ordered, there);
            }
        }
        describe(plan.triggers(), plan.views(), wanted);
        describe(target.triggers(), target.views(), there);
        compare(wanted, there);
        plan.tables().stream()
                .filter(table -> target.tables().containsKey(table.name()) && !comparable(table))
                .forEach(table -> faults.accept(table.name() + ": its rows were not compared, as a column or the key "
                        + table.keyName() + " is missing"));
        checkCounters();
    }

    /** Whether the target has all that is needed to read the rows of a table. */
    boolean comparable(TablePlan table) {
        Table there = target.tables().get(table.name());
        return there != null
                && table.columns().stream()
                        .allMatch(column -> there.find(column.name()).isPresent())
                && (table.keyName() == null
                        || there.keys().stream().anyMatch(key -> key.name().equals(table.keyName())));
    }

    private static List<String> names(Table table) {
        return table.columns().stream().map(Column::name).toList();
    }

    /** What a table is made of, by name; lines that have none are their own names. */
    private static void describe(Table table, String engine, boolean ordered, Map<String, String> parts) {
        String name = table.name() + ": ";
        table.columns().forEach(column -> parts.put(name + "the column " + column.name(), shown(column)));
        if (ordered) {
            parts.put(name + "the order of its columns", String.join(", ", names(table)));
        }
        for (String line : table.definition().create().split(",?\\n\\)? *", -1)) {
            if (!line.startsWith("`") && !line.startsWith("\"")) {
                parts.put(name + "the part " + SqlText.folded(line), "");
            }
        }
        table.definition()
                .indexes()
                .forEach(key -> parts.put(name + "the key " + key.name(), SqlText.folded(key.clause())));
        table.definition()
                .foreignKeys()
                .forEach(key -> parts.put(name + "the foreign key " + key.name(), SqlText.folded(key.clause())));
        parts.put(name + "its engine", engine);
    }

    private static String shown(Column column) {
        return column.type()
                + (column.nullable() ? " NULL" : " NOT NULL")
                + (column.collation() == null ? "" : " COLLATE " + column.collation())
                + (column.autoIncrement() ? " AUTO_INCREMENT" : "")
                + (column.defaultValue() == null || column.autoIncrement() ? "" : " DEFAULT " + column.defaultValue())
                + (column.generated() == null ? "" : " AS (" + column.generated() + ")");
    }

    private static void describe(List<Schema.Trigger> triggers, List<Schema.View> views, Map<String, String> parts) {
        triggers.forEach(trigger -> parts.put("the trigger " + trigger.name(), SqlText.folded(trigger.create())));
        views.forEach(view -> parts.put("the view " + view.name(), SqlText.folded(view.create())));
    }

    private void compare(Map<String, String> wanted, Map<String, String> there) {
        wanted.forEach((name, text) -> {
            String found = there.get(name);
            if (found == null) {
                faults.accept(name + " is missing in the target");
            } else if (!found.equals(text)) {
                faults.accept(name + " is " + found + ", planned was " + text);
            }
        });
        there.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .forEach(name -> faults.accept(name + " is in the target and was not planned"));
    }

    /** For a table that was not opened since it left its cache, MySQL may show one too few; the query here opens it. */
    private void checkCounters() throws SQLException {
        Map<String, Long> taken = new LinkedHashMap<>();
        for (TablePlan table : plan.tables()) {
            for (ColumnPlan column : table.columns()) {
                if (column.column().autoIncrement() && comparable(table)) {
                    String greatest = "SELECT MAX(" + sessions.dialect().quote(column.name()) + ") FROM "
                            + sessions.dialect().table(plan.target(), table.name());
                    taken.put(table.name(), sessions.with(session -> Sql.number(session, greatest)));
                }
            }
        }
        Map<String, Table> now = sessions.with(session -> sessions.dialect().schema(session, plan.target()))
                .tables();
        taken.forEach((name, greatest) -> {
            Table table = now.get(name);
            Long next = table == null ? null : table.nextAutoIncrement();
            if (next != null && next <= greatest) {
                faults.accept(name + ": the next id is " + next + ", and " + greatest + " is taken already");
            }
        });
    }
}
