package io.snowflakeid.merge.where;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.RowOutcome.Change;
import io.snowflakeid.merge.result.RowOutcome.Outcome;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeysetScan;
import io.snowflakeid.merge.rows.RowRetention;
import io.snowflakeid.merge.rows.RowRetention.Condition;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Traces one row of a source into the target. */
public final class RowTrace {

    private static final String ROW = RowSelect.ROW;

    private final MergePlan plan;
    private final SourcePlan source;
    private final TablePlan table;
    private final Connection session;
    private final Dialect dialect;
    private final RowRetention retention;
    private final RowSelect rows;
    private final String byKey;
    private final String name;

    /** The row's values on the source by column name, or an empty map if the source does not contain the row. */
    private final Map<String, @Nullable String> before = new LinkedHashMap<>();

    /** The row's values in the target by column name. */
    private final Map<String, @Nullable String> after = new LinkedHashMap<>();

    private RowTrace(
            PlanFile file, SourcePlan source, TablePlan table, List<String> key, Dialect dialect, Connection session)
            throws SQLException {
        plan = file.plan();
        this.source = source;
        this.table = table;
        this.session = session;
        this.dialect = dialect;
        retention = new RowRetention(plan, dialect);
        rows = new RowSelect(plan, dialect, table, source);
        byKey = hasKey(ROW, key);
        name = named(source.alias(), key);
        AuditTables audit = new AuditTables(dialect, plan.target());
        if (audit.runOf(session, file, "ask with that plan").isEmpty() || !audit.noted(session, AuditTables.IDS_STEP)) {
            throw new MergeRefusedException("the run into " + plan.target()
                    + " has not made new ids and names yet: call run, and ask when it copies rows, or later");
        }
    }

    /** Finds a row by the values of its key. Bytes are written as hexadecimal digits. */
    public static RowOutcome find(
            PlanFile file, @Nullable String password, String alias, String tableName, List<String> key)
            throws SQLException {
        MergePlan plan = file.plan();
        TablePlan table = plan.table(tableName);
        SourcePlan source = plan.sources().stream()
                .filter(each -> each.alias().equals(alias))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no source " + alias + ", but "
                        + Sql.join(", ", plan.sources(), SourcePlan::alias)));
        requireKey(table, key);
        try (Server server = plan.server().connect(password, 1, plan.plannedAt(), true)) {
            return new Sessions(server, plan.execution().retrySeconds())
                    .with(session -> new RowTrace(file, source, table, key, server.dialect(), session).find());
        }
    }

    private static void requireKey(TablePlan table, List<String> key) {
        if (table.key().isEmpty()) {
            throw new PlanException("table " + table.name() + " has no key by which one of its rows could be named");
        }
        if (table.key().size() != key.size()) {
            throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                    + "): give " + table.key().size() + " values, not " + key.size());
        }
    }

    private RowOutcome find() throws SQLException {
        if (!table.copiedFrom(source.number()) && table.rowsOf(source.number()) != null) {
            String why = table.tableClass() == TableClass.SKIP
                    ? "the table is created empty (class skip)"
                    : "of this table, rows of " + plan.source(1).alias() + " alone are copied (class main-only)";
            return notThere(Outcome.CLASS, " is not copied: " + why);
        }
        if (!CatalogQuery.tables(session, source.database()).contains(table.name())) {
            String gone = ": its source has no such table, or is gone; the view %s of the target has the new ids";
            return notThere(Outcome.ABSENT, gone.formatted(AuditNames.IDS));
        }
        dialect.use(session, source.database());
        read();
        return before.isEmpty()
                ? notThere(Outcome.ABSENT, " is not there on its source")
                : exists(rows.rows() + rows.where(byKey)) ? copied() : leftOut();
    }

    private RowOutcome notThere(Outcome outcome, String why) {
        return new RowOutcome(false, name + why, Map.of(), outcome, List.of());
    }

    private String named(String where, List<String> key) {
        String equations = Sql.join(
                ", ",
                table.key(),
                column -> column + " = " + key.get(table.key().indexOf(column)));
        return where + "." + table.name() + " (" + equations + ")";
    }

    private String hasKey(String alias, List<String> key) {
        return Sql.join(" AND ", table.key(), each -> {
            Column column = table.column(each).column();
            return alias + "." + dialect.quote(column.name()) + " = "
                    + literal(column, key.get(table.key().indexOf(each)));
        });
    }

    private String literal(Column column, String value) {
        try {
            return KeysetScan.literal(dialect, column, value);
        } catch (IllegalArgumentException e) {
            String digits = column.kind() == Column.Kind.BINARY ? ": give pairs of hexadecimal digits" : "";
            String what = "column %s.%s is %s, and '%s' is none%s";
            throw new PlanException(what.formatted(table.name(), column.name(), column.type(), value, digits), e);
        }
    }

    private boolean exists(String from) throws SQLException {
        return Sql.one(session, "SELECT 1 FROM " + from, row -> true).isPresent();
    }

    private void read() throws SQLException {
        String select = Sql.join(
                ", ",
                table.columns(),
                column -> ROW + "." + dialect.quote(column.name()) + ", "
                        + rows.values().get(column.name()));
        // LIMIT 1 is needed, because the session's collation may treat several keys as equal
        String sql = "SELECT " + select + " FROM " + rows.from() + " WHERE " + byKey + " LIMIT 1";
        Sql.one(session, sql, row -> {
            for (ColumnPlan column : table.columns()) {
                int place = before.size() + after.size() + 1;
                before.put(column.name(), KeysetScan.text(row, place, column.column()));
                after.put(column.name(), KeysetScan.text(row, place + 1, column.column()));
            }
            return true;
        });
    }

    /** Returns the non-null values of the row's key in the target. */
    private List<String> keyAfter() {
        return table.key().stream().map(after::get).filter(Objects::nonNull).toList();
    }

    private boolean inTarget(List<String> key) throws SQLException {
        String target = dialect.table(plan.target(), table.name());
        return key.size() == table.key().size()
                && CatalogQuery.tables(session, plan.target()).contains(table.name())
                && exists(target + " t WHERE " + hasKey("t", key));
    }

    private RowOutcome leftOut() throws SQLException {
        List<String> reasons = new ArrayList<>();
        for (Condition condition : retention.own(table, source)) {
            if (exists(rows.rows() + " WHERE " + byKey + " AND NOT COALESCE(" + condition.sql() + ", FALSE)")) {
                ReferencePlan reference = condition.reference();
                reasons.add(
                        reference == null
                                ? " does not fulfil " + table.where()
                                : refersTo(reference, condition.orphan()));
            }
        }
        if (!reasons.isEmpty()) {
            return notThere(Outcome.LEFT_OUT, " is not copied: it" + String.join("; " + name, reasons));
        }
        List<String> kept = keyAfter();
        String there = inTarget(kept) ? "; in the target that is " + named(plan.target(), kept) : "";
        String why = KeepFirst.keyOf(plan, table).map(this::givesWay).orElse("");
        return notThere(Outcome.LOST, " is not copied: it" + why + there);
    }

    private String refersTo(ReferencePlan reference, boolean orphan) {
        TablePlan parent = plan.table(reference.parent());
        String equations = Sql.join(
                ", ",
                reference.links(),
                link -> link.parent().column() + " = "
                        + before.get(link.column().column()));
        return " refers to " + retention.ownerOf(parent, source).alias() + "." + parent.name() + " (" + equations
                + "), "
                + (parent.tableClass() == TableClass.SKIP
                        ? "whose table is not copied (class skip)"
                        : orphan ? "which is not there" : "which is not copied");
    }

    private String givesWay(UniquePlan unique) {
        String shared = Sql.join(", ", unique.columns(), column -> column + " " + before.get(column));
        String then = unique.leadsReferences()
                ? "; references to it lead there"
                : unique.dropsReferences() ? "; rows that refer to it are not copied either" : "";
        return " gives way to the row of an earlier source that has the same " + shared + then;
    }

    private RowOutcome copied() throws SQLException {
        List<Change> changes = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (ColumnPlan column : table.columns()) {
            String old = before.get(column.name());
            String now = after.get(column.name());
            if (!Objects.equals(old, now)) {
                changes.add(new Change(column.name(), old, now, why(column, now)));
            }
            if (!Objects.equals(old, now) || table.key().contains(column.name())) {
                values.put(column.name(), String.valueOf(now));
            }
        }
        boolean there = inTarget(keyAfter());
        return new RowOutcome(there, message(there, changes), values, Outcome.COPIED, List.copyOf(changes));
    }

    /** Describes the row's key in the target, and the changed values outside the key. */
    private String message(boolean there, List<Change> changes) {
        return name
                + (there ? " is " : " becomes ")
                + named(plan.target(), keyAfter())
                + (there ? "" : " (not yet there: call run until it is finished, or verify the target)")
                + changes.stream()
                        .filter(change -> !table.key().contains(change.column()))
                        .map(change -> "; " + change.column() + " " + change.before() + " -> " + change.after() + " ("
                                + change.why() + ")")
                        .collect(Collectors.joining());
    }

    private String why(ColumnPlan column, @Nullable String now) {
        for (ReferencePlan reference : plan.referencesOf(table.name(), column.name())) {
            boolean empty = now == null || reference.none().stream().anyMatch(none -> now.equals(none.toString()));
            if (empty && retention.clears(reference, source)) {
                return "reference cleared, as " + reference.parent() + " is not copied or is not there";
            }
        }
        return column.remaps().isEmpty()
                ? "new name"
                : column.remaps().stream()
                        .map(remap -> plan.domain(remap.domain()).name())
                        .distinct()
                        .collect(Collectors.joining(" or ", "id of ", ""));
    }
}
