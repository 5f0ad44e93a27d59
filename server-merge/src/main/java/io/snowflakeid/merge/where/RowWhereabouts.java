package io.snowflakeid.merge.where;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.RowFate.Change;
import io.snowflakeid.merge.RowFate.Outcome;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.copy.AuditTables.RunNote;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
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

/** Tells what became of one row of a source, once the run has made new ids. The plan, the sources and the target are read. */
public final class RowWhereabouts {

    private final MergePlan plan;
    private final SourcePlan source;
    private final RowKey key;
    private final TablePlan table;
    private final String name;
    private final Connection session;
    private final Dialect dialect;
    private final boolean finished;

    /** @throws MergeRefusedException if new ids and names are not in the target yet */
    private RowWhereabouts(PlanFile file, SourcePlan source, RowKey key, Connection session, Dialect dialect)
            throws SQLException {
        this.source = source;
        this.key = key;
        this.session = session;
        this.dialect = dialect;
        plan = file.plan();
        table = key.table();
        name = name(source.alias(), key);
        AuditTables audit = new AuditTables(dialect, plan.target());
        Optional<RunNote> run = audit.runOf(session, file, "ask with that plan");
        if (run.isEmpty() || !audit.noted(session, AuditTables.IDS_STEP)) {
            throw new MergeRefusedException("the run into " + plan.target()
                    + " has not made new ids and names yet: call run, and ask when it copies rows, or later");
        }
        finished = run.get().finished();
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
            return new Sessions(server, patience)
                    .with(session -> new RowWhereabouts(file, source, row, session, server.dialect()).find());
        }
    }

    private RowFate find() throws SQLException {
        if (!Databases.exists(session, source.database())) {
            return new RowFate(
                    false,
                    name + ": the database of its source is gone; the view " + AuditNames.IDS
                            + " of the target tells new ids",
                    Map.of());
        }
        if (!Databases.tables(session, source.database()).contains(table.name())) {
            return new RowFate(false, name + ": its source has no such table", Map.of());
        }
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(plan, dialect, table, source);
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

    // ------------------------------------------------------------------------------------------------------- copied

    /** Says where the row is, or will be, and what changed in it. */
    private RowFate copied(Map<String, @Nullable String> before, Map<String, @Nullable String> after)
            throws SQLException {
        List<Change> changes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        StringBuilder besidesKey = new StringBuilder();
        for (ColumnPlan column : table.columns()) {
            String old = before.get(column.name());
            String now = after.get(column.name());
            boolean ofKey = table.key().contains(column.name());
            boolean same = Objects.equals(old, now);
            if (!same) {
                String why = why(column, now);
                changes.add(new Change(column.name(), old, now, why));
                besidesKey.append(ofKey ? "" : "; " + column.name() + " " + old + " -> " + now + " (" + why + ")");
            }
            if (ofKey || !same) {
                values.put(column.name(), String.valueOf(now));
            }
        }
        RowKey newKey = Objects.requireNonNull(RowKey.among(table, after));
        boolean there = inTarget(newKey);
        String message = name
                + (there ? " is " : finished ? " should be " : " becomes ")
                + name(plan.target(), newKey)
                + (there
                        ? ""
                        : finished
                                ? " (which is not there although the run is finished: verify the target)"
                                : " (not yet there: the run is not finished)")
                + besidesKey;
        return new RowFate(there, message, values, Outcome.COPIED, List.copyOf(changes), List.of());
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
