package io.snowflakeid.merge.run;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.run.RowFate.Change;
import io.snowflakeid.merge.run.RowFate.Outcome;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import io.snowflakeid.merge.sql.Survival;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells what became of one row of a source: before, during and after the run.
 *
 * <p>The plan, the sources and the target are read. Where a source is gone, the target's audit tables tell which key the row has; so it
 * is for {@code m1/s1}, the source s1 of the earlier merge that made m1. An operator can ask them without this program:
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
    private final State state;

    /** How far the run is. */
    private enum State {
        NOT_BEGUN,
        /** New ids and names are in the target. */
        RUNNING,
        FINISHED
    }

    private RowWhereabouts(PlanFile file, Connection session, Dialect dialect) throws SQLException {
        this.file = file;
        this.session = session;
        this.dialect = dialect;
        plan = file.plan();
        reader = new RowReader(session, dialect);
        state = state();
    }

    /**
     * Finds one row.
     *
     * @param alias the source's; {@code m1/s1} for what was s1 before it became part of m1
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
                .orElseThrow(() -> new PlanException("the plan has no table " + tableName));
        RowKey row = new RowKey(table, key);
        String[] path = alias.split("/", 2);
        SourcePlan source = plan.sources().stream()
                .filter(each -> each.alias().equals(path[0]))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no source " + path[0] + " but "
                        + plan.sources().stream().map(SourcePlan::alias).collect(Collectors.joining(", "))));
        try (Server server = Server.connect(plan.server().url(), plan.server().user(), password, 1, plan.plannedAt())) {
            Sessions sessions =
                    new Sessions(server, Duration.ofSeconds(plan.execution().retrySeconds()));
            return sessions.with(session -> {
                RowWhereabouts whereabouts = new RowWhereabouts(file, session, server.dialect());
                return path.length == 1 ? whereabouts.find(source, row) : whereabouts.find(source, path[1], row);
            });
        }
    }

    private State state() throws SQLException {
        String target = plan.target();
        if (!reader.tableThere(target, AuditNames.RUN) || !reader.tableThere(target, AuditNames.STEP)) {
            return State.NOT_BEGUN;
        }
        try (Statement statement = session.createStatement();
                ResultSet run = statement.executeQuery(
                        "SELECT plan_hash, state FROM " + dialect.table(target, AuditNames.RUN))) {
            if (!run.next()) {
                return State.NOT_BEGUN;
            }
            if (!run.getString(1).equals(file.hash())) {
                throw new MergeRefusedException("target " + target + " belongs to another plan ("
                        + run.getString(1).substring(0, 12) + ", this one is "
                        + file.hash().substring(0, 12) + "): ask with that plan");
            }
            if (run.getString(2).equals("finished")) {
                return State.FINISHED;
            }
        }
        String step = "SELECT 1 FROM " + dialect.table(target, AuditNames.STEP) + " WHERE name = ?";
        return reader.thereIs(step, IdsView.STEP) ? State.RUNNING : State.NOT_BEGUN;
    }

    // ------------------------------------------------------------------------------------------------ earlier merges

    /** A row of what was merged into a source before. */
    private RowFate find(SourcePlan source, String earlier, RowKey key) throws SQLException {
        String alias = source.alias() + "/" + earlier;
        if (!reader.databaseThere(source.database())) {
            return traced(alias, key);
        }
        if (!reader.tableThere(source.database(), AuditNames.SOURCE)) {
            throw new PlanException("source " + source.alias() + " is not the result of a merge: ask for "
                    + source.alias() + " itself");
        }
        AuditIds ids = new AuditIds(session, dialect, source.database());
        int number = requireNumber(ids.number(earlier), alias, source.database());
        RowKey then = ids.keyAfter(plan, number, key);
        if (then == null) {
            return absent(name(alias, key) + " was not there when " + source.alias() + " was merged");
        }
        RowFate fate = find(source, then);
        return new RowFate(
                fate.inTarget(),
                name(alias, key) + " was merged into " + name(source.alias(), then) + ", or would be; "
                        + fate.message(),
                fate.values(),
                fate.outcome(),
                fate.changes(),
                fate.reasons());
    }

    private static int requireNumber(int number, String alias, String database) {
        if (number == 0) {
            throw new PlanException("nothing in " + database + " tells of a source " + alias);
        }
        return number;
    }

    /** What the target alone tells. */
    private RowFate traced(String alias, RowKey key) throws SQLException {
        String name = name(alias, key);
        if (state == State.NOT_BEGUN) {
            return absent(name + ": the database of its source is gone, and the target does not tell new ids yet");
        }
        AuditIds ids = new AuditIds(session, dialect, plan.target());
        RowKey after = ids.keyAfter(plan, requireNumber(ids.number(alias), alias, plan.target()), key);
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

    private static String name(String alias, RowKey key) {
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
            return traced(source.alias(), key);
        }
        if (!reader.tableThere(source.database(), table.name())) {
            return absent(name + ": its source has no such table");
        }
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(state == State.NOT_BEGUN ? withoutLookups() : plan, dialect, table, source);
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
        Map<String, String> unknown = state == State.NOT_BEGUN ? foretell(table, source, before, after) : Map.of();
        return reader.exists(rows.rows() + rows.where(byKey), key)
                ? copied(source, key, before, after, unknown)
                : leftBehind(source, key, after);
    }

    private RowFate ofClass(String name, TablePlan table) {
        String why =
                switch (table.tableClass()) {
                    case SKIP -> "the table is created empty (class skip)";
                    case RECOMPUTE -> "its table is filled anew after the load (class recompute)";
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

    private RowFate copied(
            SourcePlan source,
            RowKey key,
            Map<String, @Nullable String> before,
            Map<String, @Nullable String> after,
            Map<String, String> unknown)
            throws SQLException {
        TablePlan table = key.table();
        List<Change> changes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (ColumnPlan column : table.columns()) {
            String old = before.get(column.name());
            String now = after.get(column.name());
            String notYet = unknown.get(column.name());
            if (notYet != null || !Objects.equals(old, now)) {
                changes.add(new Change(
                        column.name(),
                        old,
                        notYet == null ? now : null,
                        notYet == null ? why(column, source, now) : notYet));
            }
            if (notYet == null && (table.key().contains(column.name()) || !Objects.equals(old, now))) {
                values.put(column.name(), String.valueOf(now));
            }
        }
        boolean keyKnown = table.key().stream().noneMatch(unknown::containsKey);
        RowKey newKey = keyKnown ? RowReader.keyOf(table, after) : null;
        boolean there = newKey != null && inTarget(newKey);
        boolean summed = table.tableClass() == TableClass.SUM_BY_KEY;
        String message = name(source.alias(), key) + " " + verb(there, summed) + " "
                + (newKey == null
                        ? plan.target() + "." + table.name() + " with a key that the run will find"
                        : name(plan.target(), newKey))
                + (there ? "" : notThere())
                + (summed ? ", in which the rows of all sources with this key are one" : "")
                + changes.stream()
                        .filter(change -> !table.key().contains(change.column()))
                        .map(change -> "; " + change.column() + " " + change.before() + " -> "
                                + (unknown.containsKey(change.column()) ? "?" : change.after()) + " (" + change.why()
                                + ")")
                        .collect(Collectors.joining());
        return new RowFate(
                there, message, values, summed ? Outcome.SUMMED : Outcome.COPIED, List.copyOf(changes), List.of());
    }

    private String verb(boolean there, boolean summed) {
        if (summed) {
            return there ? "is part of" : "becomes part of";
        }
        return there ? "is" : state == State.FINISHED ? "should be" : "becomes";
    }

    private String notThere() {
        return switch (state) {
            case NOT_BEGUN -> " (the run has not begun to copy)";
            case RUNNING -> " (not yet there: the run is not finished)";
            case FINISHED -> " (which is not there although the run is finished: verify the target)";
        };
    }

    private String why(ColumnPlan column, SourcePlan source, @Nullable String now) {
        boolean empty = now == null
                || plan.references().stream()
                        .anyMatch(reference -> reference.none().stream()
                                .anyMatch(none -> none.toString().equals(now)));
        Survival survival = new Survival(plan, dialect);
        for (ReferencePlan reference : plan.references()) {
            if (empty
                    && reference.columns().contains(column.name())
                    && plan.table(reference.table()).columns().contains(column)
                    && survival.clears(reference, source)) {
                return "reference cleared, as " + reference.parent() + " stays behind or is not there";
            }
        }
        return column.remaps().isEmpty()
                ? "new name"
                : "id of "
                        + column.remaps().stream()
                                .map(remap -> plan.domain(remap.domain()).name())
                                .distinct()
                                .collect(Collectors.joining(" or "));
    }

    // ------------------------------------------------------------------------------------------------ before the run

    /** The plan as if nothing had to be looked up in the target, which is not there yet. */
    private MergePlan withoutLookups() {
        List<IdDomain> domains = plan.domains().stream()
                .map(domain -> domain.withSources(domain.sources().stream()
                        .map(ids -> new SourceIds(
                                ids.source(), ids.ids(), ids.least(), ids.greatest(), ids.shift(), 0, false))
                        .toList()))
                .toList();
        List<UniquePlan> uniques = plan.uniques().stream()
                .map(unique -> unique.counted(unique.clashes(), 0, null, null))
                .toList();
        return plan.with(plan.tables(), domains, plan.references(), uniques, plan.findings());
    }

    /** New names as they are listed beside the plan; columns whose ids are not known yet, with the reason. */
    private Map<String, String> foretell(
            TablePlan table,
            SourcePlan source,
            Map<String, @Nullable String> before,
            Map<String, @Nullable String> after)
            throws SQLException {
        Map<String, String> unknown = new HashMap<>();
        for (ColumnPlan column : table.columns()) {
            String value = before.get(column.name());
            for (Remap remap : value == null ? List.<Remap>of() : column.remaps()) {
                IdDomain domain = plan.domain(remap.domain());
                SourceIds ids = domain.of(source.number());
                if (ids.mapped() && !remap.none().contains(Long.valueOf(Objects.requireNonNull(value)))) {
                    boolean all = domain.mode() == IdMode.MAP && ids.freshFrom() != 0 && remap.when() == null;
                    unknown.put(
                            column.name(),
                            (all ? "gets a fresh id of " : "may get another id of ") + domain.name() + " in the run");
                }
            }
            for (Follow follow : column.follows()) {
                UniquePlan rule = plan.uniques().get(follow.rule() - 1);
                if (value != null && follow.when() == null && rule.renamesFile() != null) {
                    new RenameFile(file.beside(rule.renamesFile())).read(rename -> {
                        if (rename.alias().equals(source.alias())
                                && rename.before().equals(value)) {
                            after.put(column.name(), rename.after());
                        }
                    });
                }
            }
        }
        return unknown;
    }
}
