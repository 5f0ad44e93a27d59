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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the definitions of the target with the plan, and checks the AUTO_INCREMENT counters of the target. */
record DefinitionCheck(MergePlan plan, Sessions sessions, Schema target, Consumer<String> faults) {

    private static final Pattern COLUMN = Pattern.compile("([`\"])((?:(?!\\1).|\\1\\1)*+)\\1 (.*)", Pattern.DOTALL);

    void check() throws SQLException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Map<String, String> there = new LinkedHashMap<>();
        target.tables().keySet().forEach(name -> there.put(name + ": the table", ""));
        for (TablePlan planned : plan.tables()) {
            wanted.put(planned.name() + ": the table", "");
            Table found = target.tables().get(planned.name());
            if (found != null) {
                describe(planned, found, wanted, there);
            }
        }
        describe(plan.triggers(), plan.views(), wanted);
        describe(target.triggers(), target.views(), there);
        compare(wanted, there);
        for (TablePlan table : plan.tables()) {
            if (target.tables().containsKey(table.name()) && !comparable(table)) {
                String missing = "a column or the key " + table.keyName() + " is missing";
                faults.accept(table.name() + ": its rows were not compared, as " + missing);
            }
        }
        checkCounters();
    }

    boolean comparable(TablePlan table) {
        Table there = target.tables().get(table.name());
        return there != null
                && table.columns().stream()
                        .allMatch(column -> there.find(column.name()).isPresent())
                && (table.keyName() == null
                        || there.keys().stream().anyMatch(key -> key.name().equals(table.keyName())));
    }

    private static void describe(
            TablePlan planned, Table found, Map<String, String> wanted, Map<String, String> there) {
        String name = planned.name() + ": ";
        List<String> columns = describe(name, planned.definition(), wanted);
        List<String> now = describe(name, found.definition(), there);
        if (Set.copyOf(columns).equals(Set.copyOf(now))) {
            wanted.put(name + "the order of its columns", String.join(", ", columns));
            there.put(name + "the order of its columns", String.join(", ", now));
        }
        wanted.put(name + "its engine", found.engine().equals("H2") ? "H2" : "InnoDB");
        there.put(name + "its engine", found.engine());
    }

    private static List<String> describe(String table, Table.Definition definition, Map<String, String> parts) {
        List<String> columns = new ArrayList<>();
        for (String line : definition.create().split(",?\\n\\)? *", -1)) {
            Matcher column = COLUMN.matcher(SqlText.folded(line));
            if (column.matches()) {
                columns.add(column.group(2));
            }
            // the character set is removed, because MySQL prints the character set only for some columns
            parts.put(
                    table + (column.matches() ? "the column " + column.group(2) : "the part " + SqlText.folded(line)),
                    column.matches() ? column.group(3).replaceFirst(" CHARACTER SET \\w+(?= COLLATE )", "") : "");
        }
        definition.indexes().forEach(key -> parts.put(table + "the key " + key.name(), SqlText.folded(key.clause())));
        for (Table.Part key : definition.foreignKeys()) {
            parts.put(table + "the foreign key " + key.name(), SqlText.folded(key.clause()));
        }
        return columns;
    }

    private static void describe(List<Schema.Trigger> triggers, List<Schema.View> views, Map<String, String> parts) {
        triggers.forEach(trigger -> {
            String mode = trigger.sqlMode() == null ? "" : " in the SQL mode '" + trigger.sqlMode() + "'";
            parts.put("the trigger " + trigger.name(), SqlText.folded(trigger.create()) + mode);
        });
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

    /** This method reads the greatest ids first, because MySQL may report a wrong counter until a query opens the table. */
    private void checkCounters() throws SQLException {
        Map<String, Long> taken = new LinkedHashMap<>();
        for (TablePlan table : plan.tables()) {
            Optional<ColumnPlan> column = table.counted().filter(counted -> comparable(table));
            if (column.isPresent()) {
                String greatest =
                        "SELECT MAX(" + sessions.dialect().quote(column.get().name()) + ") FROM "
                                + sessions.dialect().table(plan.target(), table.name());
                taken.put(table.name(), sessions.with(session -> Sql.number(session, greatest)));
            }
        }
        Schema now = sessions.with(session -> sessions.dialect().schema(session, plan.target()));
        for (Table table : now.tables().values()) {
            Long next = table.nextAutoIncrement();
            Long greatest = taken.get(table.name());
            if (next != null && greatest != null && next <= greatest) {
                faults.accept(table.name() + ": the next id is " + next + ", and " + greatest + " is taken already");
            }
        }
    }
}
