package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.catalog.Table.Part;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.result.MergeFailedException;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Failures;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates the tables of the target before the copy, and the indexes, foreign keys, views and triggers after the copy. */
record TargetTables(MergePlan plan, Steps steps, MergeProgress.Listener progress) {

    private Dialect dialect() {
        return steps.sessions().dialect();
    }

    void create() throws SQLException {
        for (TablePlan table : plan.tables()) {
            define(
                    "create " + table.name(),
                    session -> List.of(table.definition().create()));
        }
    }

    /** Executes the statements of a step. The step skips existing database objects, because an earlier killed merge may have created the objects. */
    private void define(String step, Sessions.Task<List<String>> statements) throws SQLException {
        steps.once(step, session -> {
            dialect().use(session, plan.target());
            List<String> all = statements.run(session);
            Sql.execute(session, dialect().definitionSetup());
            for (String sql : all) {
                executeUnlessThere(session, sql);
            }
            return (long) all.size();
        });
    }

    private static void executeUnlessThere(Connection session, String sql) throws SQLException {
        try {
            Sql.execute(session, List.of(sql));
        } catch (SQLException e) {
            if (!Failures.alreadyExists(e)) {
                throw e;
            }
        }
    }

    void finish() throws SQLException, InterruptedException {
        add("build indexes", "index ", plan.execution().writers(), Table.Definition::indexes);
        // one session adds all foreign keys, because each statement locks both tables of a foreign key
        add("add foreign keys", "foreign keys ", 1, Table.Definition::foreignKeys);
        // the views are created first, because the conditions of references may read views
        createViews();
        followReferences();
        progress.progressed(new MergeProgress("counters, triggers, views", 0, 0));
        for (TablePlan table : plan.tables()) {
            setCounter(table);
        }
        for (Schema.Trigger trigger : plan.triggers()) {
            define("trigger " + trigger.name(), session -> dialect().createTrigger(trigger));
        }
    }

    /** If the server rejects a view, this method tries the other views first, because a view may read another view. */
    private void createViews() throws SQLException {
        Deque<Schema.View> left = new ArrayDeque<>(plan.views());
        int rejected = 0;
        while (!left.isEmpty()) {
            Schema.View view = left.remove();
            try {
                define("view " + view.name(), session -> List.of(view.create()));
                rejected = 0;
            } catch (SQLException e) {
                left.add(view);
                rejected++;
                if (Failures.mayPass(e) || rejected == left.size()) {
                    throw e;
                }
            }
        }
    }

    /** Adds all indexes or all foreign keys of a table in one statement, so that the server reads the table only once. */
    private void add(String what, String step, int threads, Function<Table.Definition, List<Part>> parts)
            throws SQLException, InterruptedException {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> !parts.apply(table.definition()).isEmpty())
                .sorted(Comparator.comparingLong(TablePlan::copied).reversed())
                .toList();
        Count count = new Count(what, 0, tables.size(), progress);
        ParallelTasks.map(threads, tables, table -> {
            List<String> clauses =
                    parts.apply(table.definition()).stream().map(Part::clause).toList();
            define(step + table.name(), session -> dialect().alter(table.name(), clauses));
            return count.add(1);
        });
    }

    private void followReferences() throws SQLException, InterruptedException {
        OrphanCount orphans = new OrphanCount(plan, dialect());
        Count count = new Count("follow references", 0, plan.references().size(), progress);
        String faults = ParallelTasks.map(plan.execution().writers(), plan.references(), reference -> {
                    Optional<String> fault = steps.sessions().with(session -> orphans.fault(session, reference));
                    count.add(1);
                    return fault;
                })
                .stream()
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        if (!faults.isEmpty()) {
            throw new MergeFailedException("after the load, " + faults + ": do not use " + plan.target()
                    + ", drop it, and report this with the plan");
        }
    }

    private void setCounter(TablePlan table) throws SQLException {
        Optional<TablePlan.ColumnPlan> counted = table.counted();
        if (counted.isPresent()) {
            String column = counted.get().name();
            String greatest = "SELECT MAX(" + dialect().quote(column) + ") FROM "
                    + dialect().table(plan.target(), table.name());
            define("counter " + table.name(), session -> {
                long next = Math.max(table.nextId(), Sql.number(session, greatest) + 1);
                return List.of(dialect().setCounter(table.name(), column, next));
            });
        }
    }
}
