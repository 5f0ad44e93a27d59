package io.snowflakeid.merge.where;

import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.RowFate.Change;
import io.snowflakeid.merge.RowFate.Outcome;
import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.copy.AuditTables.RunNote;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.KeyWalk;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.rows.Survival.Condition;
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
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds what became of one row of a source, once the run has made new ids. The plan, the sources and the target are read. */
public final class RowTrace {

    private static final String ROW = RowSelect.ROW;

    private final MergePlan plan;
    private final SourcePlan source;
    private final RowKey key;
    private final TablePlan table;
    private final String name;
    private final Connection session;
    private final Dialect dialect;
    private final Survival survival;
    private final boolean finished;

    /** The key of one row of a table, as texts; bytes as hexadecimal digits. */
    private record RowKey(Dialect dialect, TablePlan table, List<String> values) {

        /** Rejects what cannot be a key of the table. */
        RowKey {
            values = List.copyOf(values);
            if (table.key().isEmpty()) {
                throw new PlanException(
                        "table " + table.name() + " has no key by which one of its rows could be named");
            }
            if (table.key().size() != values.size()) {
                throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                        + "): give " + table.key().size() + " values, not " + values.size());
            }
        }

        /** The key among the values of a row, or null where one of them is NULL. */
        static @Nullable RowKey among(Dialect dialect, TablePlan table, Map<String, @Nullable String> row) {
            List<String> values =
                    table.key().stream().map(row::get).filter(Objects::nonNull).toList();
            return values.size() == table.key().size() ? new RowKey(dialect, table, values) : null;
        }

        /** {@code (id = 5)}. */
        @Override
        public String toString() {
            return IntStream.range(0, values.size())
                    .mapToObj(i -> table.key().get(i) + " = " + values.get(i))
                    .collect(Collectors.joining(", ", "(", ")"));
        }

        /** The condition that a row has it. */
        String condition(String alias) {
            return IntStream.range(0, values.size())
                    .mapToObj(i -> alias + "." + dialect.quote(table.key().get(i)) + " = " + literal(i))
                    .collect(Collectors.joining(" AND "));
        }

        private String literal(int number) {
            Column column = table.column(table.key().get(number)).column();
            String value = values.get(number);
            try {
                return KeyWalk.literal(dialect, column, value);
            } catch (IllegalArgumentException e) {
                String what = column.kind() == Column.Kind.BINARY
                        ? "is not made of pairs of hexadecimal digits"
                        : column.kind() == Column.Kind.INTEGER ? "is no whole number" : "is no number";
                throw new PlanException(
                        "column " + table.name() + "." + column.name() + " is " + column.type() + ", but '" + value
                                + "' " + what,
                        e);
            }
        }
    }

    /** @throws MergeRefusedException if new ids and names are not in the target yet */
    private RowTrace(PlanFile file, SourcePlan source, RowKey key, Connection session) throws SQLException {
        this.source = source;
        this.key = key;
        this.session = session;
        plan = file.plan();
        table = key.table();
        dialect = key.dialect();
        name = name(source.alias(), key);
        survival = new Survival(plan, dialect);
        AuditTables audit = new AuditTables(dialect, plan.target());
        Optional<RunNote> run = audit.runOf(session, file, "ask with that plan");
        if (run.isEmpty() || !audit.noted(session, AuditTables.IDS_STEP)) {
            throw new MergeRefusedException("the run into " + plan.target()
                    + " has not made new ids and names yet: call run, and ask when it copies rows, or later");
        }
        finished = run.get().finished();
    }

    private static String name(String alias, RowKey key) {
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
        List<String> aliases = plan.sources().stream().map(SourcePlan::alias).toList();
        if (!aliases.contains(alias)) {
            throw new PlanException("the plan has no source " + alias + ", but " + String.join(", ", aliases));
        }
        SourcePlan source = plan.sources().get(aliases.indexOf(alias));
        String url = plan.server().url();
        String user = plan.server().user();
        try (Server server = Server.connectReadOnly(url, user, password, 1, plan.plannedAt())) {
            RowKey row = new RowKey(server.dialect(), table, key);
            return new Sessions(server, plan.execution().retrySeconds())
                    .with(session -> new RowTrace(file, source, row, session).find());
        }
    }

    private RowFate find() throws SQLException {
        if (!CatalogQuery.exists(session, source.database())) {
            return absent(": the database of its source is gone; the view " + AuditNames.IDS
                    + " of the target has the new ids");
        }
        if (!CatalogQuery.tables(session, source.database()).contains(table.name())) {
            return absent(": its source has no such table");
        }
        dialect.use(session, source.database());
        RowSelect rows = new RowSelect(plan, dialect, table, source);
        List<String> names = table.columns().stream().map(ColumnPlan::name).toList();
        Map<String, @Nullable String> before = row(ROW, names);
        if (before.isEmpty()) {
            return absent(" is not there on its source");
        }
        if (!table.copiedFrom(source.number())) {
            String why = table.tableClass() == TableClass.SKIP
                    ? "the table is created empty (class skip)"
                    : "of this table, rows of " + plan.source(1).alias() + " alone are copied (class main-only)";
            return new RowFate(
                    false, name + " is not copied: " + why, Map.of(), Outcome.CLASS, List.of(), List.of(why));
        }
        String byKey = key.condition(ROW);
        Map<String, @Nullable String> after = row(rows.values(), rows.from() + " WHERE " + byKey);
        return exists(rows.rows() + rows.where(byKey)) ? copied(before, after) : leftOut(after);
    }

    private RowFate absent(String why) {
        return new RowFate(false, name + why, Map.of(), Outcome.ABSENT, List.of(), List.of());
    }

    // -------------------------------------------------------------------------------------------------------- read

    /** The source's row. */
    private String self() {
        return new RowSelect(plan, dialect, table, source).rows() + " WHERE " + key.condition(ROW);
    }

    private boolean exists(String from) throws SQLException {
        return Sql.one(session, "SELECT 1 FROM " + from, row -> true).isPresent();
    }

    private Map<String, @Nullable String> row(String alias, List<String> names) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        names.forEach(column -> values.put(table.column(column).name(), alias + "." + dialect.quote(column)));
        return row(values, self());
    }

    /** Values, each under the name of the column of the table for which it stands; empty if there is no row. */
    private Map<String, @Nullable String> row(Map<String, String> values, String from) throws SQLException {
        String select = "SELECT " + String.join(", ", values.values()) + " FROM " + from;
        return Sql.one(session, select, row -> {
                    Map<String, @Nullable String> texts = new LinkedHashMap<>();
                    for (String column : values.keySet()) {
                        Column type = table.column(column).column();
                        texts.put(column, KeyWalk.text(row, texts.size() + 1, type));
                    }
                    return texts;
                })
                .orElse(Map.of());
    }

    private boolean inTarget(RowKey newKey) throws SQLException {
        String target = dialect.table(plan.target(), table.name());
        return CatalogQuery.tables(session, plan.target()).contains(table.name())
                && exists(target + " t WHERE " + newKey.condition("t"));
    }

    // ------------------------------------------------------------------------------------------------------ left out

    private RowFate leftOut(Map<String, @Nullable String> after) throws SQLException {
        List<String> reasons = new ArrayList<>();
        for (Condition condition : survival.own(table, source)) {
            if (exists(self() + " AND NOT COALESCE(" + condition.sql() + ", FALSE)")) {
                ReferencePlan reference = condition.reference();
                reasons.add(
                        reference == null
                                ? name + " does not fulfil " + table.where()
                                : refersTo(reference, condition.orphan()));
            }
        }
        boolean lost = reasons.isEmpty();
        Optional<UniquePlan> keptBy = KeepFirst.keyOf(plan, table);
        if (keptBy.isPresent()) {
            reasons.addAll(winners(keptBy.get()));
        }
        RowKey kept = lost ? RowKey.among(dialect, table, after) : null;
        String because = String.join("; ", reasons);
        String message = name + " is not copied"
                + (because.startsWith(name) ? ": it" + because.substring(name.length()) : because)
                + (kept != null && inTarget(kept) ? "; in the target that is " + name(plan.target(), kept) : "");
        Outcome outcome = lost && !reasons.isEmpty() ? Outcome.LOST : Outcome.LEFT_OUT;
        return new RowFate(false, message, Map.of(), outcome, List.of(), List.copyOf(reasons));
    }

    private String refersTo(ReferencePlan reference, boolean orphan) throws SQLException {
        TablePlan parent = plan.table(reference.parent());
        Map<String, @Nullable String> values = row(ROW, reference.columns());
        String equations = Sql.join(
                ", ",
                reference.links(),
                link -> link.parent().column() + " = "
                        + values.get(table.column(link.column().column()).name()));
        return name + " refers to " + survival.ownerOf(parent, source).alias() + "." + parent.name() + " (" + equations
                + "), "
                + (parent.tableClass() == TableClass.SKIP
                        ? "whose table is not copied (class skip)"
                        : orphan ? "which is not there" : "which is not copied");
    }

    /** In words, to which row of an earlier source this one gives way for the sake of a key; empty if to none. */
    private List<String> winners(UniquePlan unique) throws SQLException {
        KeepFirst kept = new KeepFirst(plan, dialect, AuditNames.LEFT_OUT, unique);
        for (SourcePlan earlier : plan.sources().subList(0, source.number() - 1)) {
            String from = kept.winner(source, key.condition(ROW)) + " AND w.merge_source = " + earlier.number();
            RowKey winner = RowKey.among(dialect, table, row(kept.winnersKey(), from));
            if (winner != null) {
                Map<String, @Nullable String> own = row(ROW, unique.columns());
                String shared = Sql.join(", ", own.entrySet(), column -> column.getKey() + " " + column.getValue());
                String then = unique.references() == null
                        ? ""
                        : unique.leadsReferences()
                                ? "; references to it lead there"
                                : "; rows that refer to it are not copied either";
                return List.of(name + " gives way to " + name(earlier.alias(), winner)
                        + " of an earlier source, which has the same " + shared + then);
            }
        }
        return List.of();
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
        RowKey newKey = Objects.requireNonNull(RowKey.among(dialect, table, after));
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
            if (empty && reference.columns().contains(column.name()) && survival.clears(reference, source)) {
                return "reference cleared, as " + reference.parent() + " is not copied or is not there";
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
