package io.snowflakeid.cli;

import io.snowflakeid.column.ColumnName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which columns of a database may hold ids: the primary keys of one column, of all tables but the ledger's. */
final class PrimaryKeys {

    private static final Set<String> LEDGER = Set.of("snowflake_namespace", "snowflake_worker");

    private PrimaryKeys() {}

    /** Those in the catalog and schema that the connection is in, by table. */
    static List<ColumnName> ofOneColumn(Connection connection) throws SQLException {
        List<ColumnName> found = new ArrayList<>();
        DatabaseMetaData metadata = connection.getMetaData();
        for (String table : tables(connection)) {
            List<String> columns = new ArrayList<>();
            try (ResultSet parts = metadata.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
                while (parts.next()) {
                    columns.add(parts.getString("COLUMN_NAME"));
                }
            }
            if (columns.size() == 1) {
                found.add(ColumnName.of(table, columns.get(0)));
            }
        }
        return found;
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows =
                connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                String type = rows.getString("TABLE_TYPE");
                boolean ofTheLedger = LEDGER.contains(name.toLowerCase(Locale.ROOT));
                if (type.endsWith("TABLE") && !type.startsWith("SYSTEM") && !ofTheLedger) {
                    names.add(name);
                }
            }
        }
        return names.stream().sorted().toList();
    }
}
