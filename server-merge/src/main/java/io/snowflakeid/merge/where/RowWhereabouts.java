package io.snowflakeid.merge.where;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.RowFate.Change;
import io.snowflakeid.merge.RowFate.Outcome;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.copy.AuditTables.RunNote;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.rows.PlannedSets;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells what became of one row of a source: before, during and after the run.
 *
 * <p>The plan, the sources and the target are read. Where a source is gone, the view {@code snowflake_merge_ids} of the target tells which
 * key the row has: it has a row for each range of ids that was moved as a whole, and one for each id that was replaced by itself; the
 * latter goes before.
 */
public final class RowWhereabouts {

    private final PlanFile file;
    private final MergePlan plan;
    private final SourcePlan source;
    private final RowKey key;
    private final TablePlan table;
    private final String name;
    private final Connection session;
    private final Dialect dialect;
    private final boolean finished;

    /** Whether new ids and names are in the target. */
    private final boolean begun;

    private RowWhereabouts(PlanFile file, SourcePlan source, RowKey key, Connection session, Dialect dialect)
            throws SQLException {
        this.file = file;
        this.source = source;
        this.key = key;
        this.session = session;
        this.dialect = dialect;
        plan = file.plan();
        table = key.table();
        name = name(source.alias(), key);
        AuditTables audit = new AuditTables(dialect, plan.target());
        Optional<RunNote> run = audit.runOf(session, file, "ask with that plan");
        finished = run.isPresent() && run.get().finished();
        begun = run.isPresent() && audit.noted(session, AuditTables.IDS_STEP);
    }

    static String name(String alias, RowKey key) {
        return alias + "." + key.table().name() + " " + key;
    }

    /** Finds one row. */
    public static RowFate find(
            PlanFile file, @Nullable String password, String alias, String tableName, List<String> key)
            throws SQLException {
        MergePlan plan = file.plan();
        TablePlan table = plan.tables().stream()
                .filter(each -> each.name().equals(tableName))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no table " + tableName));
        RowKey row = new RowKey(table, key);
        List<String> aliases = plan.sources().stream().map(SourcePlan::alias).toList();
        if (!aliases.contains(alias)) {
            throw new PlanException("the plan has no source " + alias + ", but " + String.join(", ", aliases));
        }
        SourcePlan source = plan.sources().get(aliases.indexOf(alias));
        String url = plan.server().url();
        String user = plan.server().user();
        try (Server server = Server.connectReadOnly(url, user, password, 1, plan.plannedAt())) {
            Duration patience = Duration.ofSeconds(plan.execution().retrySeconds());
            return new Sessions(server, patience).with(session -> {
                RowWhereabouts asked = new RowWhereabouts(file, source, row, session, server.dialect());
                if (plan.leftOut().isEmpty() || asked.begun || !Databases.exists(session, source.database())) {
                    return asked.find();
                }
                try (Server writing = Server.connect(url, user, password, 1, plan.plannedAt());
                        PlannedSets sets = new PlannedSets(writing)) {
                    List<String> differences =
                            LeftOutSet.differences(plan, sets.find(plan).leftOut());
                    if (!differences.isEmpty()) {
                        throw new MergeRefusedException(
                                "sources changed since the plan: " + String.join("; ", differences) + ". Plan again");
                    }
                    return asked.find();
                }
            });
        }
    }

    private RowFate find() throws SQLException {
        if (!Databases.exists(session, source.database())) {
            return traced();
        }
        if (!Databases.tables(session, source.database()).contains(table.name())) {
            return new RowFate(false, name + ": its source has no such table", Map.of());
        }
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(
                plan, dialect, table, source, begun ? null : (domain, id) -> RowSelect.shifted(domain, source, id));
        String byKey = key.condition(dialect, RowSelect.ROW);
        List<String> names = table.columns().stream().map(ColumnPlan::name).toList();
        Map<String, @Nullable String> before =
                key.row(session, dialect, RowSelect.ROW, names, rows.rows() + " WHERE " + byKey);
        if (before.isEmpty()) {
            return new RowFate(false, name + " is not there on its source", Map.of());
        }
        if (!table.copiedFrom(source.number())) {
            return ofClass();
        }
        Map<String, @Nullable String> after =
                new LinkedHashMap<>(key.row(session, rows.namedSelect(), names, rows.from() + " WHERE " + byKey));
        return key.exists(session, rows.rows() + rows.where(byKey)) ? copied(before, after) : leftBehind(after);
    }

    private boolean inTarget(RowKey newKey) throws SQLException {
        String target = dialect.table(plan.target(), table.name());
        return Databases.tables(session, plan.target()).contains(table.name())
                && newKey.exists(session, target + " t WHERE " + newKey.condition(dialect, "t"));
    }

    // -------------------------------------------------------------------------------------------------- not copied

    private RowFate ofClass() {
        String why = table.tableClass() == TableClass.SKIP
                ? "the table is created empty (class skip)"
                : "of this table, rows of " + plan.sources().get(0).alias() + " alone are copied (class main-only)";
        return new RowFate(false, name + " stays behind: " + why, Map.of(), Outcome.CLASS, List.of(), List.of(why));
    }

    private RowFate leftBehind(Map<String, @Nullable String> after) throws SQLException {
        StayingBehind.Reasons reasons = new StayingBehind(plan, session, dialect, source, key).reasons();
        RowKey kept = reasons.outcome() == Outcome.LOST ? RowKey.among(table, after) : null;
        String because = String.join("; ", reasons.sentences());
        String message = name + " stays behind"
                + (because.startsWith(name) ? ": it" + because.substring(name.length()) : because)
                + (kept != null && inTarget(kept) ? "; in the target that is " + name(plan.target(), kept) : "");
        return new RowFate(false, message, Map.of(), reasons.outcome(), List.of(), List.copyOf(reasons.sentences()));
    }

    // ----------------------------------------------------------------------------------------- the target's audit

    /** What the target alone tells. */
    private RowFate traced() throws SQLException {
        if (!begun) {
            return new RowFate(
                    false,
                    name + ": the database of its source is gone, and the target does not tell new ids yet",
                    Map.of());
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < table.key().size(); i++) {
            String column = table.key().get(i);
            Optional<String> value =
                    valueAfter(table.column(column), key.values().get(i));
            if (value.isEmpty()) {
                return new RowFate(false, name + " was not there when it was merged: it got no new id", Map.of());
            }
            values.put(column, value.get());
        }
        RowKey after = new RowKey(table, List.copyOf(values.values()));
        boolean there = inTarget(after);
        return new RowFate(
                there,
                name + " would be " + name(plan.target(), after) + ", which is " + (there ? "there" : "not there")
                        + "; its source is gone, so no more is known",
                there ? values : Map.of(),
                Outcome.TRACED,
                List.of(),
                List.of());
    }

    private Optional<String> valueAfter(ColumnPlan column, String value) throws SQLException {
        for (Remap remap : column.remaps()) {
            if (remap.when() == null) {
                boolean none =
                        remap.none().stream().anyMatch(each -> each.toString().equals(value));
                return none
                        ? Optional.of(value)
                        : idAfter(plan.domain(remap.domain()).roots().get(0), value);
            }
        }
        for (Follow follow : column.follows()) {
            if (follow.when() == null) {
                String sql = "SELECT merge_new_value FROM " + dialect.table(plan.target(), AuditNames.RENAME)
                        + " WHERE merge_rule = ? AND merge_source = ? AND merge_old_value = ?";
                return Sql.one(session, sql, row -> row.getString(1), follow.rule(), source.number(), value)
                        .or(() -> Optional.of(value));
            }
        }
        return Optional.of(value);
    }

    private Optional<String> idAfter(ColumnName root, String value) throws SQLException {
        BigDecimal id = new BigDecimal(value);
        return Sql.one(
                session,
                "SELECT first_new + (? - first_old) FROM " + dialect.table(plan.target(), AuditNames.IDS)
                        + " WHERE alias = ? AND table_name = ? AND column_name = ? AND ? BETWEEN first_old AND last_old"
                        + " ORDER BY last_old - first_old LIMIT 1",
                row -> row.getBigDecimal(1).toBigInteger().toString(),
                id,
                source.alias(),
                root.table(),
                root.column(),
                id);
    }

    // ------------------------------------------------------------------------------------------------------- copied

    /** Says where the row is, or will be, and what changed in it. */
    private RowFate copied(Map<String, @Nullable String> before, Map<String, @Nullable String> after)
            throws SQLException {
        List<Change> changes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        StringBuilder besidesKey = new StringBuilder();
        for (ColumnPlan column : table.columns()) {
            String old = before.get(column.name());
            String unknown = null;
            if (!begun && old != null) {
                unknown = unknown(column, old);
                foretell(column, old, after);
            }
            String now = unknown == null ? after.get(column.name()) : null;
            after.put(column.name(), now);
            boolean ofKey = table.key().contains(column.name());
            boolean same = unknown == null && Objects.equals(old, now);
            if (!same) {
                Change change = new Change(column.name(), old, now, unknown == null ? why(column, now) : unknown);
                changes.add(change);
                besidesKey.append(ofKey ? "" : shown(change, unknown != null));
            }
            if (unknown == null && (ofKey || !same)) {
                values.put(column.name(), String.valueOf(now));
            }
        }
        RowKey newKey = RowKey.among(table, after);
        boolean there = newKey != null && inTarget(newKey);
        String where = newKey == null
                ? plan.target() + "." + table.name() + " with a key that the run will find"
                : name(plan.target(), newKey);
        String message = name
                + (there ? " is " : finished ? " should be " : " becomes ")
                + where
                + (there ? "" : notThere())
                + besidesKey;
        return new RowFate(there, message, values, Outcome.COPIED, List.copyOf(changes), List.of());
    }

    /** Why the new value of a column is not known before the run; null if it is. */
    private @Nullable String unknown(ColumnPlan column, String value) {
        String why = null;
        for (Remap remap : column.remaps()) {
            IdDomain domain = plan.domain(remap.domain());
            SourceIds ids = domain.of(source.number());
            if (ids.mapped() && !remap.none().contains(Long.valueOf(value))) {
                boolean all = domain.mode() == IdMode.MAP && ids.freshFrom() != 0 && remap.when() == null;
                why = (all ? "gets a fresh id of " : "may get another id of ") + domain.name() + " in the run";
            }
        }
        return why;
    }

    /** The new name, as it is listed beside the plan. */
    private void foretell(ColumnPlan column, String value, Map<String, @Nullable String> after) throws SQLException {
        try {
            for (Follow follow : column.follows()) {
                Optional<RenameFile> names =
                        follow.when() == null ? file.renames(plan.uniques().get(follow.rule() - 1)) : Optional.empty();
                if (names.isPresent()) {
                    names.get().read(rename -> {
                        if (rename.alias().equals(source.alias())
                                && rename.before().equals(value)) {
                            after.put(column.name(), rename.after());
                        }
                    });
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read the new names beside " + file.path() + ": " + e.getMessage(), e);
        }
    }

    private static String shown(Change change, boolean unknown) {
        return "; " + change.column() + " " + change.before() + " -> " + (unknown ? "?" : change.after()) + " ("
                + change.why() + ")";
    }

    private String notThere() {
        return finished
                ? " (which is not there although the run is finished: verify the target)"
                : begun ? " (not yet there: the run is not finished)" : " (the run has not begun to copy)";
    }

    private String why(ColumnPlan column, @Nullable String now) {
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            boolean empty = now == null || reference.none().stream().anyMatch(none -> now.equals(none.toString()));
            if (empty
                    && reference.columns().contains(column.name())
                    && new Survival(plan, dialect).clears(reference, source)) {
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
}
