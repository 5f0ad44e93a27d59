package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.Suggestion;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.run.RowFate.Outcome;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.PlannedSets;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells what became of one row of a source: before, during and after the run.
 *
 * <p>The plan, the sources and the target are read. Where a source is gone, the target's audit tables tell which key the row has. An
 * operator can ask them without this program:
 *
 * <pre>
 * SELECT first_new + (150023 - first_old) AS new_id FROM snowflake_merge_ids
 * WHERE alias = 's3' AND table_name = 'players' AND column_name = 'id' AND 150023 BETWEEN first_old AND last_old
 * ORDER BY last_old - first_old LIMIT 1;
 * </pre>
 *
 * <p>The view {@code snowflake_merge_ids} has a row for each range of ids that was moved as a whole, and one for each id that was
 * replaced by itself; the latter goes before.
 */
public final class RowWhereabouts {

    private final PlanFile file;
    private final MergePlan plan;
    private final Connection session;
    private final Dialect dialect;
    private final RowReader reader;
    private final RunState state;

    private RowWhereabouts(PlanFile file, Connection session, Dialect dialect) throws SQLException {
        this.file = file;
        this.session = session;
        this.dialect = dialect;
        plan = file.plan();
        reader = new RowReader(session, dialect);
        state = RunState.of(file, session, dialect);
    }

    /**
     * Finds one row.
     *
     * @param alias the source's
     * @param tableName the table
     * @param key values of the table's key on that source, in its order; bytes as hexadecimal digits
     * @throws PlanException if the plan has no such source or table, or these cannot be values of its key
     * @throws MergeRefusedException if the target belongs to another plan
     */
    public static RowFate find(
            PlanFile file, @Nullable String password, String alias, String tableName, List<String> key)
            throws SQLException {
        MergePlan plan = file.plan();
        TablePlan table = plan.tables().stream()
                .filter(each -> each.name().equals(tableName))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no table " + tableName
                        + Suggestion.behind(
                                tableName,
                                plan.tables().stream().map(TablePlan::name).toList())));
        RowKey row = new RowKey(table, key);
        SourcePlan source = plan.sources().stream()
                .filter(each -> each.alias().equals(alias))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no source " + alias + " but "
                        + plan.sources().stream().map(SourcePlan::alias).collect(Collectors.joining(", "))));
        try (Server server =
                Server.connectReadOnly(plan.server().url(), plan.server().user(), password, 1, plan.plannedAt())) {
            Sessions sessions =
                    new Sessions(server, Duration.ofSeconds(plan.execution().retrySeconds()));
            Sessions.Task<RowFate> ask =
                    session -> new RowWhereabouts(file, session, server.dialect()).find(source, row);
            if (plan.leftOut().isEmpty()
                    || !sessions.with(session -> isStillPlanned(file, session, server.dialect()))) {
                return sessions.with(ask);
            }
            try (Server writing =
                            Server.connect(plan.server().url(), plan.server().user(), password, 1, plan.plannedAt());
                    PlannedSets sets = new PlannedSets(writing)) {
                List<String> differences =
                        LeftOutSet.differences(plan, sets.find(plan).leftOut());
                if (!differences.isEmpty()) {
                    throw new MergeRefusedException(
                            "sources changed since the plan: " + String.join("; ", differences) + ". Plan again");
                }
                return sessions.with(ask);
            }
        }
    }

    /** Whether the sets of rows that stay behind have yet to be made, and can be. */
    private static boolean isStillPlanned(PlanFile file, Connection session, Dialect dialect) throws SQLException {
        RowReader reader = new RowReader(session, dialect);
        for (SourcePlan source : file.plan().sources()) {
            if (!reader.databaseThere(source.database())) {
                return false;
            }
        }
        return RunState.of(file, session, dialect) == RunState.NOT_BEGUN;
    }

    /** What the target alone tells. */
    private RowFate traced(SourcePlan source, RowKey key) throws SQLException {
        String name = name(source.alias(), key);
        if (state == RunState.NOT_BEGUN) {
            return absent(name + ": the database of its source is gone, and the target does not tell new ids yet");
        }
        RowKey after = new AuditIds(session, dialect, plan.target()).keyAfter(plan, source.number(), key);
        if (after == null) {
            return absent(name + " was not there when it was merged: it got no new id");
        }
        boolean there = inTarget(after);
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < after.values().size(); i++) {
            values.put(key.table().key().get(i), after.values().get(i));
        }
        return new RowFate(
                there,
                name + " would be " + name(plan.target(), after) + ", which is " + (there ? "there" : "not there")
                        + "; its source is gone, so no more is known",
                there ? values : Map.of(),
                Outcome.TRACED,
                List.of(),
                List.of());
    }

    private static RowFate absent(String message) {
        return new RowFate(false, message, Map.of(), Outcome.ABSENT, List.of(), List.of());
    }

    static String name(String alias, RowKey key) {
        return alias + "." + key.table().name() + " " + key;
    }

    private boolean inTarget(RowKey key) throws SQLException {
        return reader.tableThere(plan.target(), key.table().name())
                && reader.exists(
                        dialect.table(plan.target(), key.table().name()) + " t WHERE " + key.condition(dialect, "t"),
                        key);
    }

    // ------------------------------------------------------------------------------------------------------- sources

    private RowFate find(SourcePlan source, RowKey key) throws SQLException {
        TablePlan table = key.table();
        String name = name(source.alias(), key);
        if (!reader.databaseThere(source.database())) {
            return traced(source, key);
        }
        if (!reader.tableThere(source.database(), table.name())) {
            return absent(name + ": its source has no such table");
        }
        dialect.use(session, source.database());
        ForetoldValues foretold = new ForetoldValues(file);
        RowSelect rows =
                new RowSelect(state == RunState.NOT_BEGUN ? foretold.withoutLookups() : plan, dialect, table, source);
        String byKey = key.condition(dialect, RowSelect.ROW);
        List<Column> columns = table.columns().stream().map(ColumnPlan::column).toList();
        String plain = columns.stream()
                .map(column -> RowSelect.ROW + "." + dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
        Map<String, @Nullable String> before = reader.row(plain, columns, rows.rows() + " WHERE " + byKey, key);
        if (before.isEmpty()) {
            return absent(name + " is not there on its source");
        }
        if (!table.copiedFrom(source.number())) {
            return ofClass(name, table);
        }
        Map<String, @Nullable String> after =
                new LinkedHashMap<>(reader.row(rows.select(), columns, rows.from() + " WHERE " + byKey, key));
        Map<String, String> unknown =
                state == RunState.NOT_BEGUN ? foretold.foretell(table, source, before, after) : Map.of();
        if (!reader.exists(rows.rows() + rows.where(byKey), key)) {
            return leftBehind(source, key, after);
        }
        boolean keyKnown = table.key().stream().noneMatch(unknown::containsKey);
        RowKey newKey = keyKnown ? RowReader.keyOf(table, after) : null;
        boolean there = newKey != null && inTarget(newKey);
        return new CopiedRow(plan, dialect, state).of(source, key, before, after, unknown, newKey, there);
    }

    private RowFate ofClass(String name, TablePlan table) {
        String why =
                switch (table.tableClass()) {
                    case SKIP -> "the table is created empty (class skip)";
                    default ->
                        "of this table, rows of " + plan.sources().get(0).alias()
                                + " alone are copied (class main-only)";
                };
        return new RowFate(false, name + " stays behind: " + why, Map.of(), Outcome.CLASS, List.of(), List.of(why));
    }

    private RowFate leftBehind(SourcePlan source, RowKey key, Map<String, @Nullable String> after) throws SQLException {
        StayingBehind staying = new StayingBehind(plan, dialect, reader);
        staying.find(key.table(), source, key);
        List<String> reasons = staying.reasons();
        RowKey kept = staying.outcome() == Outcome.LOST ? RowReader.keyOf(key.table(), after) : null;
        boolean led = kept != null && inTarget(kept);
        String name = name(source.alias(), key);
        String because = String.join("; ", reasons);
        String message = name + " stays behind"
                + (because.startsWith(name) ? ": it" + because.substring(name.length()) : because);
        return new RowFate(
                false,
                message + (led ? "; in the target that is " + name(plan.target(), Objects.requireNonNull(kept)) : ""),
                Map.of(),
                staying.outcome(),
                List.of(),
                List.copyOf(reasons));
    }
}
