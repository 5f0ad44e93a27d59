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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** The target's tables: created with the key that orders their rows, and completed when the rows are there. */
final class TargetTables {

    private final MergePlan plan;
    private final Dialect dialect;
    private final Steps steps;

    TargetTables(MergePlan plan, Dialect dialect, Steps steps) {
        this.plan = plan;
        this.steps = steps;
        this.dialect = dialect;
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

    // --------------------------------------------------------------------------------------------- after the rows

    void finish(MergeProgress.Listener progress) throws SQLException, InterruptedException {
        buildIndexes(progress);
        addForeignKeys(progress);
        followReferences(progress);
        progress.progressed(new MergeProgress("counters, triggers, views", 0, 0));
        for (TablePlan table : plan.tables()) {
            setCounter(table);
        }
        for (Schema.View view : plan.views()) {
            createUnlessThere("view " + view.name(), view.create());
        }
        for (Schema.Trigger trigger : plan.triggers()) {
            createUnlessThere("trigger " + trigger.name(), trigger.create());
        }
    }

    /** All of a table in one statement, which reads its rows once. */
    private void buildIndexes(MergeProgress.Listener progress) throws SQLException, InterruptedException {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> !table.definition().indexes().isEmpty())
                .sorted((one, other) -> Long.compare(other.copied(), one.copied()))
                .toList();
        Count count = new Count("build indexes", tables.size(), progress);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (TablePlan table : tables) {
            tasks.add(() -> {
                steps.once("index " + table.name(), session -> add(session, table, true));
                count.next();
                return null;
            });
        }
        SideBySide.run(plan.execution().writers(), tasks);
    }

    /** Those that are not there. Looks again if one was made meanwhile, by the statement of a run that was killed. */
    private long add(Connection session, TablePlan table, boolean indexes) throws SQLException {
        List<Part> wanted =
                indexes ? table.definition().indexes() : table.definition().foreignKeys();
        dialect.use(session, plan.target());
        List<Part> missing = missing(wanted, names(session, table.name(), indexes));
        while (true) {
            try {
                use(session, alter(table, missing));
                return wanted.size();
            } catch (SQLException e) {
                List<Part> left = missing(wanted, names(session, table.name(), indexes));
                if (!dialect.alreadyThere(e) || left.size() == missing.size()) {
                    throw e;
                }
                missing = left;
            }
        }
    }

    private List<String> alter(TablePlan table, List<Part> parts) {
        return dialect.alter(table.name(), parts.stream().map(Part::clause).toList());
    }

    private static List<Part> missing(List<Part> wanted, Set<String> there) {
        return wanted.stream()
                .filter(part -> !there.contains(part.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private Set<String> names(Connection session, String table, boolean indexes) throws SQLException {
        String catalog = session.getCatalog();
        String schema = session.getSchema();
        Set<String> names = new HashSet<>();
        try (ResultSet rows = indexes
                ? session.getMetaData().getIndexInfo(catalog, schema, table, false, true)
                : session.getMetaData().getImportedKeys(catalog, schema, table)) {
            while (rows.next()) {
                String name = rows.getString(indexes ? "INDEX_NAME" : "FK_NAME");
                if (name != null) {
                    names.add(name.toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    /** One after the other: each locks the tables at both of its ends. The rows are looked at afterwards. */
    private void addForeignKeys(MergeProgress.Listener progress) throws SQLException {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> !table.definition().foreignKeys().isEmpty())
                .toList();
        Count count = new Count("add foreign keys", tables.size(), progress);
        for (TablePlan table : tables) {
            steps.once("foreign keys " + table.name(), session -> add(session, table, false));
            count.next();
        }
    }

    /** Declaring a foreign key without a check proves nothing. */
    private void followReferences(MergeProgress.Listener progress) throws SQLException, InterruptedException {
        Count count = new Count("follow references", plan.references().size(), progress);
        OrphanCount orphans = new OrphanCount(plan, dialect);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < plan.references().size(); i++) {
            ReferencePlan reference = plan.references().get(i);
            String name = "reference " + (i + 1);
            tasks.add(() -> {
                steps.once(name, session -> {
                    long found = orphans.inTarget(session, reference);
                    if (found != orphans.expected(reference)) {
                        throw new MergeFailedException("after the load " + found + " rows of " + reference.name()
                                + " refer to nothing, " + orphans.expected(reference) + " were expected: do not use "
                                + plan.target() + ", drop it, and report this with the plan");
                    }
                    return found;
                });
                count.next();
                return null;
            });
        }
        SideBySide.run(plan.execution().writers(), tasks);
    }

    private void setCounter(TablePlan table) throws SQLException {
        Optional<ColumnPlan> counted = table.columns().stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
        if (counted.isPresent()) {
            String column = counted.get().name();
            steps.once("counter " + table.name(), session -> {
                long next = Math.max(table.nextId(), greatest(session, table, column) + 1);
                use(session, List.of(dialect.setCounter(table.name(), column, next)));
                return next;
            });
        }
    }

    private long greatest(Connection session, TablePlan table, String column) throws SQLException {
        return Sql.number(
                session,
                "SELECT MAX(" + dialect.quote(column) + ") FROM " + dialect.table(plan.target(), table.name()));
    }

    /** Tells how many of a step's parts are done. */
    private static final class Count {
        private final String step;
        private final int total;
        private final MergeProgress.Listener progress;
        private int done;

        Count(String step, int total, MergeProgress.Listener progress) {
            this.step = step;
            this.total = total;
            this.progress = progress;
            if (total > 0) {
                progress.progressed(new MergeProgress(step, 0, total));
            }
        }

        synchronized void next() {
            progress.progressed(new MergeProgress(step, ++done, total));
        }
    }
}
