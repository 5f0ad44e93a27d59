package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** New ids and names as a target tells them, also when a source is gone. */
final class AuditIds {

    private final Connection session;
    private final Dialect dialect;
    private final String database;

    AuditIds(Connection session, Dialect dialect, String database) {
        this.session = session;
        this.dialect = dialect;
        this.database = database;
    }

    /** The key that a source's row has here, or null if it cannot have come here. */
    @Nullable
    RowKey keyAfter(MergePlan plan, int source, RowKey key) throws SQLException {
        TablePlan table = key.table();
        List<String> after = new ArrayList<>();
        for (int i = 0; i < table.key().size(); i++) {
            String value = valueAfter(
                    plan, table.column(table.key().get(i)), source, key.values().get(i));
            if (value == null) {
                return null;
            }
            after.add(value);
        }
        return new RowKey(table, after);
    }

    private @Nullable String valueAfter(MergePlan plan, ColumnPlan column, int source, String value)
            throws SQLException {
        for (Remap remap : column.remaps()) {
            if (remap.when() == null) {
                boolean none =
                        remap.none().stream().anyMatch(each -> each.toString().equals(value));
                return none ? value : idAfter(plan.domain(remap.domain()).roots(), source, value);
            }
        }
        for (Follow follow : column.follows()) {
            if (follow.when() == null) {
                UniquePlan rule = plan.uniques().get(follow.rule() - 1);
                String renamed = one(
                        "SELECT merge_new_value FROM " + audit(AuditNames.RENAME)
                                + " WHERE merge_table = ? AND merge_column = ? AND merge_old_value = ? AND merge_source = "
                                + source,
                        rule.table(),
                        rule.columns().get(0),
                        value);
                return renamed == null ? value : renamed;
            }
        }
        return value;
    }

    /** Of ids that no note speaks of, it is taken that they stay. */
    private @Nullable String idAfter(List<ColumnName> roots, int source, String id) throws SQLException {
        for (ColumnName root : roots) {
            try (PreparedStatement select = session.prepareStatement("SELECT mode, shift, map_table FROM "
                    + audit(AuditNames.RANGE) + " WHERE table_name = ? AND column_name = ? AND source = " + source)) {
                select.setString(1, root.table());
                select.setString(2, root.column());
                try (ResultSet row = select.executeQuery()) {
                    if (row.next()) {
                        return idAfter(row.getString(1), row.getLong(2), row.getString(3), source, id);
                    }
                }
            }
        }
        return id;
    }

    private @Nullable String idAfter(String mode, long shift, @Nullable String map, int source, String id)
            throws SQLException {
        String moved = String.valueOf(Long.parseLong(id) + shift);
        if (map == null) {
            return moved;
        }
        String fresh = one("SELECT merge_new_id FROM " + audit(map) + " WHERE merge_source = " + source
                + " AND merge_old_id = " + Long.parseLong(id));
        return fresh != null || mode.equals(IdMode.MAP.name()) ? fresh : moved;
    }

    private String audit(String table) {
        return dialect.table(database, table);
    }

    private @Nullable String one(String query, String... values) throws SQLException {
        try (PreparedStatement select = session.prepareStatement(query)) {
            for (int i = 0; i < values.length; i++) {
                select.setString(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }
}
