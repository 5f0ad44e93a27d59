package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * A source's rows of a table, to stand behind FROM or JOIN.
 *
 * <p>Columns that the source lacks have the default there, so that conditions, keys and hashes need not know of it. Servers merge the
 * inner query into the outer one, so that indexes serve as ever.
 */
public final class SourceTable {

    private SourceTable() {}

    /** In any order. */
    public static String rows(Dialect dialect, TablePlan table, SourcePlan source, String alias) {
        return rows(dialect, table, source, alias, "");
    }

    /** By way of the key that orders them, where they are walked by it and the source has it. */
    public static String byKey(Dialect dialect, TablePlan table, SourcePlan source, String alias) {
        SourceRows rows = table.rowsOf(source.number());
        String key = rows == null || table.walk().isEmpty() ? null : rows.keyName();
        return rows(dialect, table, source, alias, dialect.forceIndex(key));
    }

    private static String rows(Dialect dialect, TablePlan table, SourcePlan source, String alias, String hint) {
        String stored = dialect.table(source.database(), table.name()) + " " + alias + hint;
        SourceRows rows = table.rowsOf(source.number());
        if (rows == null || rows.lacking().isEmpty()) {
            return stored;
        }
        List<String> selected = new ArrayList<>();
        rows.stored().forEach(column -> selected.add(alias + "." + dialect.quote(column)));
        rows.lacking().forEach((column, value) -> selected.add(value + " AS " + dialect.quote(column)));
        return "(SELECT " + String.join(", ", selected) + " FROM " + stored + ") " + alias;
    }
}
