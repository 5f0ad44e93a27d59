package io.snowflakeid.merge.verify;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SchemaReader;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the target is made of with what the plan makes: the main server's tables, with their columns, keys and constraints,
 * and the plan's triggers and views. Unique keys that are there hold no value twice; counters stand above what is taken.
 */
final class DefinitionCheck {

    private static final String H2 = "H2";

    private final MergePlan plan;
    private final Sessions sessions;
    private final Dialect dialect;
    private final Schema main;
    private final Schema target;
    private final Consumer<String> faults;

    /** The greatest ids of tables that seem to give them again, by table. */
    private final Map<String, Long> low = new LinkedHashMap<>();

    DefinitionCheck(MergePlan plan, Sessions sessions, Schema main, Schema target, Consumer<String> faults) {
        this.plan = plan;
        this.sessions = sessions;
        dialect = sessions.dialect();
        this.main = main;
        this.target = target;
        this.faults = faults;
    }

    /** Compares all. */
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
            } else {
                checkCounter(table, there);
            }
        }
        tellLowCounters();
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
        compareByName(table, parts(wanted, main), parts(there, target));
        List<String> order = wanted.columns().stream().map(Column::name).toList();
        List<String> orderThere = there.columns().stream().map(Column::name).toList();
        if (!order.equals(orderThere)
                && order.stream()
                        .sorted()
                        .toList()
                        .equals(orderThere.stream().sorted().toList())) {
            faults.accept(table + "its columns are in another order than planned");
        }
        compareTexts(table + "its partitioning", wanted.partitioning(), there.partitioning());
        compareTexts(table + "its default collation", wanted.collation(), there.collation());
        if (!wanted.engine().equals(H2)) {
            compareTexts(table + "its engine", "InnoDB", there.engine());
        }
    }

    // -------------------------------------------------------------------------------------------------------- texts

    /** What a table is made of, each by its kind and name. */
    private static Map<String, String> parts(Table table, Schema schema) {
        Map<String, String> parts = new LinkedHashMap<>();
        table.columns().forEach(column -> parts.put("the column " + column.name(), shown(column)));
        table.keys().forEach(key -> parts.put("the key " + key.name(), shown(table, key)));
        table.foreignKeys().forEach(key -> parts.put("the foreign key " + key.name(), shown(table, schema, key)));
        table.checks().forEach(check -> parts.put("the check " + check, check));
        return parts;
    }

    private static Map<String, String> stored(List<Schema.Trigger> triggers, List<Schema.View> views) {
        Map<String, String> stored = new LinkedHashMap<>();
        triggers.forEach(trigger -> stored.put("the trigger " + trigger.name(), trigger.create()));
        views.forEach(view -> stored.put("the view " + view.name(), view.create()));
        return stored;
    }

    private void compareByName(String subject, Map<String, String> wanted, Map<String, String> there) {
        wanted.forEach((name, text) -> {
            String found = there.get(name);
            if (found == null) {
                faults.accept(subject + name + " is missing in the target");
            } else {
                compareTexts(subject + name, text, found);
            }
        });
        there.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .forEach(name -> faults.accept(subject + name + " is in the target and was not planned"));
    }

    private void compareTexts(String what, @Nullable String wanted, @Nullable String there) {
        if (!Objects.equals(folded(wanted), folded(there))) {
            faults.accept(what + " is " + (there == null ? "none" : there) + ", planned was "
                    + (wanted == null ? "none" : wanted));
        }
    }

    /** A server shows a text that it was given again with other blanks, and with the character set that it was given in. */
    private static @Nullable String folded(@Nullable String text) {
        return text == null
                ? null
                : text.replaceAll("\\b_[a-z0-9]+(?=')", "")
                        .replaceAll("\\s+", " ")
                        .strip();
    }

    private static String shown(Column column) {
        return column.type()
                + (column.nullable() ? " NULL" : " NOT NULL")
                + (column.collation() == null ? "" : " COLLATE " + column.collation())
                + (column.autoIncrement() ? " AUTO_INCREMENT" : "")
                + (column.defaultValue() == null || column.autoIncrement() ? "" : " DEFAULT " + column.defaultValue())
                + (column.generated() == null ? "" : " AS (" + column.generated() + ")");
    }

    /** Of what is more than columns, the clause. */
    private static String shown(Table table, Key key) {
        String kind = key.primary() ? "PRIMARY KEY" : key.unique() ? "UNIQUE KEY" : "KEY";
        return kind + " (" + String.join(", ", key.columns()) + ")"
                + (key.plain() ? "" : " " + clause(table.definition().indexes(), key.name()));
    }

    private static String shown(Table table, Schema schema, ForeignKey key) {
        String parent = key.parentDatabase().equals(schema.database())
                ? key.parentTable()
                : key.parentDatabase() + "." + key.parentTable();
        String clause = clause(table.definition().foreignKeys(), key.name());
        return "(" + String.join(", ", key.columns()) + ") -> " + parent + " (" + String.join(", ", key.parentColumns())
                + ")" + clause.substring(clause.lastIndexOf(')') + 1).stripTrailing();
    }

    private static String clause(List<Table.Part> parts, String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .map(Table.Part::clause)
                .orElse("");
    }

    // ----------------------------------------------------------------------------------------------------- counters

    private void checkCounter(TablePlan table, Table there) throws SQLException {
        Optional<ColumnPlan> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
        if (counted.isPresent()) {
            long greatest = sessions.with(session -> Sql.number(
                    session,
                    "SELECT MAX(" + dialect.quote(counted.get().name()) + ") FROM "
                            + dialect.table(plan.target(), table.name())));
            Long next = there.nextAutoIncrement();
            if (next != null && next <= greatest) {
                low.put(table.name(), greatest);
            }
        }
    }

    /** MySQL may tell one too few of a table that nobody has opened since it left its cache; the query above opened it. */
    private void tellLowCounters() throws SQLException {
        if (low.isEmpty()) {
            return;
        }
        Schema again = sessions.with(session -> SchemaReader.read(session, plan.target()));
        low.forEach((name, greatest) -> {
            Table there = again.tables().get(name);
            Long next = there == null ? null : there.nextAutoIncrement();
            if (next != null && next <= greatest) {
                faults.accept(name + ": the next id is " + next + ", and " + greatest + " is taken already");
            }
        });
    }
}
