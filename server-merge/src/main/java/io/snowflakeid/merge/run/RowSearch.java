package io.snowflakeid.merge.run;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.RowSelect;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds in the target what was one row of a source. */
public final class RowSearch {

    private final MergePlan plan;
    private final Dialect dialect;
    private final TablePlan table;
    private final SourcePlan source;
    private final List<String> id;
    private final RowSelect rows;
    private final String name;

    private RowSearch(MergePlan plan, Dialect dialect, TablePlan table, SourcePlan source, List<String> id) {
        this.plan = plan;
        this.dialect = dialect;
        this.table = table;
        this.source = source;
        this.id = id;
        rows = new RowSelect(plan, dialect, table, source);
        name = source.alias() + "." + table.name() + " " + keyed(id);
    }

    /**
     * Searches in the target of a plan that was carried out.
     *
     * @param alias the source's
     * @param id values of the table's key on the source, in its order
     * @throws PlanException if the plan has no such source or table, or these cannot be values of its key
     */
    public static RowFate find(
            PlanFile file, @Nullable String password, String alias, String tableName, List<String> id)
            throws SQLException {
        MergePlan plan = file.plan();
        SourcePlan source = plan.sources().stream()
                .filter(each -> each.alias().equals(alias))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no source " + alias));
        TablePlan table = plan.tables().stream()
                .filter(each -> each.name().equals(tableName))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no table " + tableName));
        requireKey(table, id);
        try (Server server = Server.connect(plan.server().url(), plan.server().user(), password, 1, plan.plannedAt())) {
            Sessions sessions =
                    new Sessions(server, Duration.ofSeconds(plan.execution().retrySeconds()));
            RowSearch search = new RowSearch(plan, server.dialect(), table, source, id);
            return sessions.with(search::find);
        }
    }

    private static void requireKey(TablePlan table, List<String> id) {
        if (table.key().isEmpty()) {
            throw new PlanException("table " + table.name() + " has no key by which one of its rows could be named");
        }
        if (table.key().size() != id.size()) {
            throw new PlanException("table " + table.name() + " has the key (" + String.join(", ", table.key())
                    + "): give " + table.key().size() + " values, not " + id.size());
        }
        for (int i = 0; i < id.size(); i++) {
            Column column = table.column(table.key().get(i)).column();
            if (column.kind() == Column.Kind.INTEGER && !id.get(i).matches("-?[0-9]{1,20}")) {
                throw new PlanException("column " + table.name() + "." + column.name() + " is " + column.type()
                        + ", but '" + id.get(i) + "' is no whole number");
            }
        }
    }

    private RowFate find(Connection session) throws SQLException {
        dialect.use(session, source.database());
        if (table.rowsOf(source.number()) == null) {
            return new RowFate(false, source.alias() + " has no table " + table.name(), Map.of());
        }
        String byKey = sameKey(RowSelect.ROW);
        Map<String, @Nullable String> before = row(session, plainColumns(), rows.rows() + " WHERE " + byKey);
        if (before.isEmpty()) {
            return new RowFate(false, name + " is not on its server", Map.of());
        }
        if (!table.copiedFrom(source.number())) {
            return new RowFate(
                    false, name + " stayed behind: the table is of class " + word(table.tableClass()), Map.of());
        }
        Map<String, @Nullable String> after = row(session, rows.namedSelect(), rows.from() + " WHERE " + byKey);
        List<String> newId = table.key().stream()
                .map(column -> String.valueOf(after.get(column)))
                .toList();
        boolean copied = exists(session, rows.rows() + rows.where(byKey), id);
        boolean there = thereIs(session, after, newId);
        return copied ? ofCopied(before, after, newId, there) : ofLeftOut(newId, there);
    }

    private RowFate ofCopied(
            Map<String, @Nullable String> before,
            Map<String, @Nullable String> after,
            List<String> newId,
            boolean there) {
        String target = plan.target() + "." + table.name() + " " + keyed(newId);
        if (!there) {
            return new RowFate(
                    false, name + " should be " + target + ", but is not there: verify the target", Map.of());
        }
        Map<String, String> values = new LinkedHashMap<>();
        after.forEach((column, value) -> {
            if (table.key().contains(column) || !Objects.equals(value, before.get(column))) {
                values.put(column, String.valueOf(value));
            }
        });
        boolean shared = table.tableClass() == TableClass.KEEP_NEWEST || table.tableClass() == TableClass.SUM_BY_KEY;
        return new RowFate(
                true,
                name + " is " + target
                        + (shared
                                ? ", one with rows of this key from other servers (" + word(table.tableClass()) + ")"
                                : ""),
                values);
    }

    /** Its id may lead to the row that was kept in its place. */
    private RowFate ofLeftOut(List<String> newId, boolean there) {
        return new RowFate(
                false,
                name
                        + " stayed behind: a condition, a row that it refers to, or a row that was kept in its place, left it out"
                        + (there ? "; what referred to it refers to " + keyed(newId) : ""),
                Map.of());
    }

    private String plainColumns() {
        return table.columns().stream()
                .map(column -> RowSelect.ROW + "." + dialect.quote(column.name()))
                .collect(Collectors.joining(", "));
    }

    private String sameKey(String alias) {
        return table.key().stream()
                .map(column -> alias + "." + dialect.quote(column) + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    private boolean thereIs(Connection session, Map<String, @Nullable String> after, List<String> newId)
            throws SQLException {
        return table.key().stream().noneMatch(column -> after.get(column) == null)
                && exists(session, dialect.table(plan.target(), table.name()) + " t WHERE " + sameKey("t"), newId);
    }

    /** The first row, by the names of columns as the plan spells them; empty if there is none. */
    private Map<String, @Nullable String> row(Connection session, String columns, String from) throws SQLException {
        try (PreparedStatement select = session.prepareStatement("SELECT " + columns + " FROM " + from)) {
            bind(select, id);
            try (ResultSet result = select.executeQuery()) {
                Map<String, @Nullable String> row = new LinkedHashMap<>();
                if (result.next()) {
                    for (int i = 0; i < table.columns().size(); i++) {
                        row.put(table.columns().get(i).name(), result.getString(i + 1));
                    }
                }
                return row;
            }
        }
    }

    private boolean exists(Connection session, String from, List<String> key) throws SQLException {
        try (PreparedStatement select = session.prepareStatement("SELECT 1 FROM " + from)) {
            bind(select, key);
            try (ResultSet result = select.executeQuery()) {
                return result.next();
            }
        }
    }

    /** Integers as such, since a text is compared with one by way of a floating-point number. */
    private void bind(PreparedStatement select, List<String> key) throws SQLException {
        for (int i = 0; i < key.size(); i++) {
            if (table.column(table.key().get(i)).column().kind() == Column.Kind.INTEGER) {
                select.setBigDecimal(i + 1, new BigDecimal(key.get(i)));
            } else {
                select.setString(i + 1, key.get(i));
            }
        }
    }

    private String keyed(List<String> values) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < table.key().size(); i++) {
            parts.add(table.key().get(i) + " = " + values.get(i));
        }
        return "(" + String.join(", ", parts) + ")";
    }

    private static String word(TableClass tableClass) {
        return tableClass.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
