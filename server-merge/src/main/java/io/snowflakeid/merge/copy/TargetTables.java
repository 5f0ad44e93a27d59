package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.catalog.Table.Part;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The target's tables: created with the key that orders their rows, and completed when the rows are there. */
record TargetTables(MergePlan plan, Steps steps, MergeProgress.Listener progress) {

    private Dialect dialect() {
        return steps.sessions().dialect();
    }

    /** One that is there already was made by this plan, as the target was empty; it is never dropped, since it may have rows. */
    void create() throws SQLException {
        for (TablePlan table : plan.tables()) {
            create("create " + table.name(), table.name(), table.definition().create());
        }
    }

    private void create(String step, String name, String create) throws SQLException {
        define(
                step,
                session -> CatalogQuery.tables(session, plan.target()).contains(name) ? List.of() : List.of(create));
    }

    /**
     * Carries out statements, which are those for what is not there yet. A run that was killed may have left its own statement at work on the
     * server: if ours fails and nothing is missing by then, that one was first.
     */
    private void define(String step, Sessions.Task<List<String>> missing) throws SQLException {
        steps.once(step, session -> {
            dialect().use(session, plan.target());
            List<String> statements = missing.run(session);
            try {
                Sql.execute(session, dialect().definitionSetup());
                Sql.execute(session, statements);
            } catch (SQLException e) {
                if (!missing.run(session).isEmpty()) {
                    throw e;
                }
            }
            return (long) statements.size();
        });
    }

    void finish() throws SQLException, InterruptedException {
        add("build indexes", "index ", plan.execution().writers(), Table.Definition::indexes, true);
        // one after the other: each locks the tables at both of its ends; the rows are looked at afterwards
        add("add foreign keys", "foreign keys ", 1, Table.Definition::foreignKeys, false);
        // conditions may read them
        for (Schema.View view : plan.views()) {
            create("view " + view.name(), view.name(), view.create());
        }
        followReferences();
        progress.progressed(new MergeProgress("counters, triggers, views", 0, 0));
        for (TablePlan table : plan.tables()) {
            setCounter(table);
        }
        for (Schema.Trigger trigger : plan.triggers()) {
            define(
                    "trigger " + trigger.name(),
                    session -> CatalogQuery.triggers(session, plan.target()).contains(trigger.name())
                            ? List.of()
                            : List.of(trigger.create()));
        }
    }

    /** All indexes, or foreign keys, of a table in one statement, which reads its rows once. */
    private void add(
            String what, String step, int threads, Function<Table.Definition, List<Part>> parts, boolean indexes)
            throws SQLException, InterruptedException {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> !parts.apply(table.definition()).isEmpty())
                .sorted(Comparator.comparingLong(TablePlan::copied).reversed())
                .toList();
        Count count = new Count(what, 0, tables.size(), progress);
        SideBySide.forEach(threads, tables, table -> {
            define(step + table.name(), session -> {
                List<Part> missing = new ArrayList<>(parts.apply(table.definition()));
                List<String> there = names(session, table.name(), indexes);
                missing.removeIf(part -> there.stream().anyMatch(part.name()::equalsIgnoreCase));
                return dialect()
                        .alter(table.name(), missing.stream().map(Part::clause).toList());
            });
            count.add(1);
        });
    }

    /** The names of a table's indexes, or of its foreign keys. */
    private static List<String> names(Connection session, String table, boolean indexes) throws SQLException {
        DatabaseMetaData about = session.getMetaData();
        List<String> names = new ArrayList<>();
        try (ResultSet there = indexes
                ? about.getIndexInfo(session.getCatalog(), session.getSchema(), table, false, true)
                : about.getImportedKeys(session.getCatalog(), session.getSchema(), table)) {
            while (there.next()) {
                names.add(String.valueOf(there.getString(indexes ? "INDEX_NAME" : "FK_NAME")));
            }
        }
        return names;
    }

    private void followReferences() throws SQLException, InterruptedException {
        List<String> faults = new OrphanCount(plan, dialect())
                .faults(steps.sessions(), plan.references(), plan.execution().writers(), progress);
        if (!faults.isEmpty()) {
            throw new MergeFailedException("after the load, " + String.join("; ", faults) + ": do not use "
                    + plan.target() + ", drop it, and report this with the plan");
        }
    }

    private void setCounter(TablePlan table) throws SQLException {
        for (TablePlan.ColumnPlan column : table.columns()) {
            if (column.column().autoIncrement()) {
                String greatest = "SELECT MAX(" + dialect().quote(column.name()) + ") FROM "
                        + dialect().table(plan.target(), table.name());
                define("counter " + table.name(), session -> {
                    long next = Math.max(table.nextId(), Sql.number(session, greatest) + 1);
                    return List.of(dialect().setCounter(table.name(), column.name(), next));
                });
            }
        }
    }
}
