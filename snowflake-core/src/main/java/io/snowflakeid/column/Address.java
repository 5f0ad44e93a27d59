package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Table and column as a statement names them: quoted, and with the schema only where the connection is in another one.
 *
 * @param shown both without quotes, for people
 */
record Address(String table, String column, String shown) {

    static Address of(Connection connection, ColumnName name) throws SQLException {
        String mark = connection.getMetaData().getIdentifierQuoteString().trim();
        String outside = qualifier(connection, name);
        String prefix = outside == null ? "" : quoted(outside, mark) + ".";
        return new Address(
                prefix + quoted(name.table(), mark),
                quoted(name.column(), mark),
                new ColumnName(null, outside, name.table(), name.column()).toString());
    }

    private static @Nullable String qualifier(Connection connection, ColumnName name) throws SQLException {
        if (name.schema() == null) {
            return name.catalog() == null || name.catalog().equals(connection.getCatalog()) ? null : name.catalog();
        }
        return name.schema().equals(connection.getSchema()) ? null : name.schema();
    }

    private static String quoted(String name, String mark) {
        return mark.isEmpty() ? name : mark + name.replace(mark, mark + mark) + mark;
    }
}
