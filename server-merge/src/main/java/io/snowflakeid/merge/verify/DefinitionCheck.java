package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.SqlText;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the statements that make the target with those of the plan: columns, the other lines of tables, keys, triggers and views.
 * Counters stand above what is taken.
 */
record DefinitionCheck(MergePlan plan, Sessions sessions, Schema target, Consumer<String> faults) {

    private static final Pattern COLUMN = Pattern.compile("([`\"])((?:(?!\\1).|\\1\\1)*+)\\1 (.*)", Pattern.DOTALL);

    void check() throws SQLException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Map<String, String> there = new LinkedHashMap<>();
        target.tables().keySet().forEach(name -> there.put(name + ": the table", ""));
        for (TablePlan planned : plan.tables()) {
            String name = planned.name() + ": ";
            wanted.put(name + "the table", "");
            Table found = target.tables().get(planned.name());
            if (found != null) {
                List<String> columns = describe(name, planned.definition(), wanted);
                List<String> now = describe(name, found.definition(), there);
                if (Set.copyOf(columns).equals(Set.copyOf(now))) {
                    wanted.put(name + "the order of its columns", String.join(", ", columns));
                    there.put(name + "the order of its columns", String.join(", ", now));
                }
                wanted.put(name + "its engine", found.engine().equals("H2") ? "H2" : "InnoDB");
                there.put(name + "its engine", found.engine());
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

    /** What a table is made of, by name; lines that have none are their own names. Returns the names of its columns. */
    private static List<String> describe(String table, Table.Definition definition, Map<String, String> parts) {
        List<String> columns = new ArrayList<>();
        for (String line : definition.create().split(",?\\n\\)? *", -1)) {
            Matcher column = COLUMN.matcher(SqlText.folded(line));
            if (column.matches()) {
                columns.add(column.group(2));
                // a collation is of one character set, which MySQL shows or does not
                String text = column.group(3).replaceFirst(" CHARACTER SET \\w+(?= COLLATE )", "");
                parts.put(table + "the column " + column.group(2), text);
            } else {
                parts.put(table + "the part " + SqlText.folded(line), "");
            }
        }
        definition.indexes().forEach(key -> parts.put(table + "the key " + key.name(), SqlText.folded(key.clause())));
        definition
                .foreignKeys()
                .forEach(key -> parts.put(table + "the foreign key " + key.name(), SqlText.folded(key.clause())));
        return columns;
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
