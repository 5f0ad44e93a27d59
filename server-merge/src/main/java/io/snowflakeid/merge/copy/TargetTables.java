package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeFailedException;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table.Part;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The target's tables: created with the key that orders their rows, and completed when the rows are there. */
final class TargetTables {

    private final MergePlan plan;
    private final Dialect dialect;
    private final Steps steps;
    private final MergeProgress.Listener progress;

    TargetTables(MergePlan plan, Steps steps, MergeProgress.Listener progress) {
        this.plan = plan;
        this.steps = steps;
        this.progress = progress;
        dialect = steps.sessions().dialect();
    }

    /** One that is there already was made by this plan, as the target was empty; it is never dropped, since it may have rows. */
    void create() throws SQLException {
        for (TablePlan table : plan.tables()) {
            createUnlessThere("create " + table.name(), table.definition().create());
        }
    }

    /** A run that was killed may have left its statement at work on the server: it is done before ours then. */
    private void createUnlessThere(String step, String create) throws SQLException {
        steps.once(step, session -> {
            try {
                use(session, List.of(create));
            } catch (SQLException e) {
                if (!dialect.alreadyThere(e)) {
                    throw e;
                }
            }
            return 0L;
        });
    }

    private void use(Connection session, List<String> statements) throws SQLException {
        dialect.use(session, plan.target());
        Sql.execute(session, dialect.definitionSetup());
        Sql.execute(session, statements);
    }

    void finish() throws SQLException, InterruptedException {
        add("build indexes", "index", plan.execution().writers(), true);
        // one after the other: each locks the tables at both of its ends; the rows are looked at afterwards
        add("add foreign keys", "foreign keys", 1, false);
        // conditions may read them
        for (Schema.View view : plan.views()) {
            createUnlessThere("view " + view.name(), view.create());
        }
        followReferences();
        progress.progressed(new MergeProgress("counters, triggers, views", 0, 0));
        for (TablePlan table : plan.tables()) {
            setCounter(table);
        }
        for (Schema.Trigger trigger : plan.triggers()) {
            createUnlessThere("trigger " + trigger.name(), trigger.create());
        }
    }

    /** All indexes, or foreign keys, of a table in one statement, which reads its rows once. */
    private void add(String what, String step, int threads, boolean indexes) throws SQLException, InterruptedException {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> !parts(table, indexes).isEmpty())
                .sorted(Comparator.comparingLong(TablePlan::copied).reversed())
                .toList();
        Count count = new Count(what, 0, tables.size(), progress);
        SideBySide.forEach(threads, tables, table -> {
            steps.once(step + " " + table.name(), session -> add(session, table, indexes));
            count.add(1);
        });
    }

    private static List<Part> parts(TablePlan table, boolean indexes) {
        return indexes ? table.definition().indexes() : table.definition().foreignKeys();
    }

    /** Those that are not there. Looks again if one was made meanwhile, by the statement of a run that was killed. */
    private long add(Connection session, TablePlan table, boolean indexes) throws SQLException {
        dialect.use(session, plan.target());
        List<Part> missing = missing(session, table, indexes);
        while (true) {
            try {
                List<String> clauses = missing.stream().map(Part::clause).toList();
                use(session, dialect.alter(table.name(), clauses));
                return parts(table, indexes).size();
            } catch (SQLException e) {
                List<Part> left = missing(session, table, indexes);
                if (!dialect.alreadyThere(e) || left.size() == missing.size()) {
                    throw e;
                }
                missing = left;
            }
        }
    }

    private static List<Part> missing(Connection session, TablePlan table, boolean indexes) throws SQLException {
        String catalog = session.getCatalog();
        String schema = session.getSchema();
        List<Part> missing = new ArrayList<>(parts(table, indexes));
        try (ResultSet there = indexes
                ? session.getMetaData().getIndexInfo(catalog, schema, table.name(), false, true)
                : session.getMetaData().getImportedKeys(catalog, schema, table.name())) {
            while (there.next()) {
                String name = there.getString(indexes ? "INDEX_NAME" : "FK_NAME");
                missing.removeIf(part -> part.name().equalsIgnoreCase(name));
            }
        }
        return missing;
    }

    /** Declaring a foreign key without a check proves nothing. */
    private void followReferences() throws SQLException, InterruptedException {
        OrphanCount orphans = new OrphanCount(plan, dialect);
        List<ReferencePlan> references = plan.references();
        Count count = new Count("follow references", 0, references.size(), progress);
        List<Integer> numbers =
                IntStream.rangeClosed(1, references.size()).boxed().toList();
        SideBySide.forEach(plan.execution().writers(), numbers, number -> {
            ReferencePlan reference = references.get(number - 1);
            steps.once("reference " + number, session -> {
                long found = orphans.inTarget(session, reference);
                if (found != orphans.expected(reference)) {
                    throw new MergeFailedException("after the load " + found + " rows of " + reference.name()
                            + " refer to nothing, " + orphans.expected(reference) + " were expected: do not use "
                            + plan.target() + ", drop it, and report this with the plan");
                }
                return found;
            });
            count.add(1);
        });
    }

    private void setCounter(TablePlan table) throws SQLException {
        Optional<ColumnPlan> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
        if (counted.isPresent()) {
            String column = counted.get().name();
            steps.once("counter " + table.name(), session -> {
                String greatest =
                        "SELECT MAX(" + dialect.quote(column) + ") FROM " + dialect.table(plan.target(), table.name());
                long next = Math.max(table.nextId(), Sql.number(session, greatest) + 1);
                use(session, List.of(dialect.setCounter(table.name(), column, next)));
                return next;
            });
        }
    }
}
