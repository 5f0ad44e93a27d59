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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compares what the target is made of with what the plan makes: columns, the other lines of the statements that make the main server's
 * tables, and the plan's triggers and views. Counters stand above what is taken.
 */
record DefinitionCheck(MergePlan plan, Sessions sessions, Schema main, Schema target, Consumer<String> faults) {

    void check() throws SQLException {
        for (TablePlan table : plan.tables()) {
            Table wanted = main.tables().get(table.name());
            Table there = target.tables().get(table.name());
            if (wanted == null || there == null) {
                faults.accept(table.name() + ": the table is missing in the target");
                continue;
            }
            compare(wanted, there);
            if (!comparable(table)) {
                faults.accept(table.name() + ": its rows were not compared, as a column or the key " + table.keyName()
                        + " is missing");
            }
        }
        checkCounters();
        target.tables().keySet().stream()
                .filter(name ->
                        plan.tables().stream().noneMatch(table -> table.name().equals(name)))
                .forEach(name -> faults.accept(name + ": the table is in the target and was not planned"));
        compareByName("", stored(plan.triggers(), plan.views()), stored(target.triggers(), target.views()));
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

    private void compare(Table wanted, Table there) {
        String table = wanted.name() + ": ";
        String engine = wanted.engine().equals("H2") ? "H2" : "InnoDB";
        compareByName(table, parts(wanted, engine), parts(there, there.engine()));
        List<String> order = wanted.columns().stream().map(Column::name).toList();
        List<String> orderThere = there.columns().stream().map(Column::name).toList();
        if (!order.equals(orderThere) && Set.copyOf(order).equals(Set.copyOf(orderThere))) {
            faults.accept(table + "its columns are in another order than planned");
        }
    }

    /** What a table is made of, by name; lines that have none are their own names. */
    private static Map<String, String> parts(Table table, String engine) {
        Map<String, String> parts = new LinkedHashMap<>();
        table.columns().forEach(column -> parts.put("the column " + column.name(), shown(column)));
        for (String line : table.definition().create().split(",?\\n\\)? *", -1)) {
            if (!line.startsWith("`") && !line.startsWith("\"")) {
                parts.put("the part " + SqlText.folded(line), "");
            }
        }
        table.definition().indexes().forEach(key -> parts.put("the key " + key.name(), SqlText.folded(key.clause())));
        table.definition()
                .foreignKeys()
                .forEach(key -> parts.put("the foreign key " + key.name(), SqlText.folded(key.clause())));
        parts.put("its engine", engine);
        return parts;
    }

    private static String shown(Column column) {
        return column.type()
                + (column.nullable() ? " NULL" : " NOT NULL")
                + (column.collation() == null ? "" : " COLLATE " + column.collation())
                + (column.autoIncrement() ? " AUTO_INCREMENT" : "")
                + (column.defaultValue() == null || column.autoIncrement() ? "" : " DEFAULT " + column.defaultValue())
                + (column.generated() == null ? "" : " AS (" + column.generated() + ")");
    }

    private static Map<String, String> stored(List<Schema.Trigger> triggers, List<Schema.View> views) {
        Map<String, String> stored = new LinkedHashMap<>();
        triggers.forEach(trigger -> stored.put("the trigger " + trigger.name(), SqlText.folded(trigger.create())));
        views.forEach(view -> stored.put("the view " + view.name(), SqlText.folded(view.create())));
        return stored;
    }

    private void compareByName(String subject, Map<String, String> wanted, Map<String, String> there) {
        wanted.forEach((name, text) -> {
            String found = there.get(name);
            if (found == null) {
                faults.accept(subject + name + " is missing in the target");
            } else if (!found.equals(text)) {
                faults.accept(subject + name + " is " + found + ", planned was " + text);
            }
        });
        there.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .forEach(name -> faults.accept(subject + name + " is in the target and was not planned"));
    }

    /** For a table that was not opened since it left its cache, MySQL may tell one too few; the query here opens it. */
    private void checkCounters() throws SQLException {
        Map<String, Long> taken = new LinkedHashMap<>();
        for (TablePlan table : plan.tables()) {
            Optional<ColumnPlan> counted = table.columns().stream()
                    .filter(column -> column.column().autoIncrement())
                    .findFirst();
            if (comparable(table) && counted.isPresent()) {
                String greatest = "SELECT MAX("
                        + sessions.dialect().quote(counted.get().name()) + ") FROM "
                        + sessions.dialect().table(plan.target(), table.name());
                taken.put(table.name(), sessions.with(session -> Sql.number(session, greatest)));
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
