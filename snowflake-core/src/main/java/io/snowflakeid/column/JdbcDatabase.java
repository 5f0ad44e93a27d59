package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Any other database, and a driver that hides the real one, such as a sharding router: what {@link DatabaseMetaData} says. How texts
 * compare, and which statement alters a column, is not told by it.
 *
 * @param known whether the database is one whose types the check knows, so that what a driver reports of them is true
 */
record JdbcDatabase(boolean known) implements Database {

    @Override
    public List<ColumnFacts> columns(Connection connection, ColumnName name, boolean ignoringCase) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        String table = ignoringCase ? folded(metadata, name.table()) : name.table();
        String catalog = name.catalog() == null ? connection.getCatalog() : name.catalog();
        String schema = name.schema() == null ? connection.getSchema() : name.schema();
        List<ColumnFacts> found = new ArrayList<>();
        // names are patterns to JDBC; they are not escaped, as a router would not know them, but compared
        try (ResultSet rows = metadata.getColumns(catalog, schema, table, null)) {
            while (rows.next()) {
                if (isSame(table, rows.getString("TABLE_NAME"), ignoringCase)
                        && isSame(name.column(), rows.getString("COLUMN_NAME"), ignoringCase)) {
                    found.add(facts(rows, isView(metadata, catalog, schema, table)));
                }
            }
        }
        return found;
    }

    private static String folded(DatabaseMetaData metadata, String name) throws SQLException {
        return metadata.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name.toLowerCase(Locale.ROOT);
    }

    private static boolean isSame(String wanted, String found, boolean ignoringCase) {
        return ignoringCase ? wanted.equalsIgnoreCase(found) : wanted.equals(found);
    }

    private static boolean isView(
            DatabaseMetaData metadata, @Nullable String catalog, @Nullable String schema, String table)
            throws SQLException {
        try (ResultSet tables = metadata.getTables(catalog, schema, table, null)) {
            while (tables.next()) {
                if (table.equals(tables.getString("TABLE_NAME"))) {
                    return Queries.text(tables, "TABLE_TYPE")
                            .toUpperCase(Locale.ROOT)
                            .contains("VIEW");
                }
            }
        }
        return false;
    }

    private static ColumnFacts facts(ResultSet row, boolean view) throws SQLException {
        String typeName = row.getString("TYPE_NAME");
        return new ColumnFacts(
                new ColumnName(
                        row.getString("TABLE_CAT"),
                        row.getString("TABLE_SCHEM"),
                        row.getString("TABLE_NAME"),
                        row.getString("COLUMN_NAME")),
                view,
                typeName,
                type(row, typeName.toLowerCase(Locale.ROOT).contains("unsigned")),
                filling(row),
                row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                false,
                "",
                null,
                null);
    }

    private static ColumnType type(ResultSet row, boolean unsigned) throws SQLException {
        long size = row.getLong("COLUMN_SIZE");
        long scale = row.getLong("DECIMAL_DIGITS");
        int more = unsigned ? 1 : 0;
        return switch (row.getInt("DATA_TYPE")) {
            case Types.TINYINT -> new ColumnType.Whole(7 + more, !unsigned);
            case Types.SMALLINT -> new ColumnType.Whole(15 + more, !unsigned);
            case Types.INTEGER -> new ColumnType.Whole(31 + more, !unsigned);
            case Types.BIGINT -> new ColumnType.Whole(63 + more, !unsigned);
            // a number without limits says 0 digits, or a scale below zero
            case Types.DECIMAL, Types.NUMERIC ->
                size == 0 || scale < 0
                        ? new ColumnType.Decimal(ColumnType.UNLIMITED, 0)
                        : new ColumnType.Decimal(size, scale);
            case Types.REAL -> new ColumnType.Floating(24);
            case Types.FLOAT, Types.DOUBLE -> new ColumnType.Floating(53);
            case Types.CHAR, Types.NCHAR -> new ColumnType.Text(size, true);
            case Types.VARCHAR, Types.NVARCHAR -> new ColumnType.Text(size, false);
            case Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB ->
                new ColumnType.Text(ColumnType.UNLIMITED, false);
            default -> new ColumnType.Other();
        };
    }

    private static Filling filling(ResultSet row) throws SQLException {
        if ("YES".equals(row.getString("IS_AUTOINCREMENT"))) {
            return Filling.of(Filling.Kind.IDENTITY);
        }
        String preset = row.getString("COLUMN_DEF");
        boolean none = preset == null || preset.isBlank() || preset.trim().equalsIgnoreCase("NULL");
        return none ? Filling.of(Filling.Kind.NOTHING) : Filling.ofDefault(preset.trim());
    }

    @Override
    public @Nullable TextRules textRules(Connection connection, ColumnFacts column) {
        return null;
    }

    @Override
    public @Nullable String toReshape(Address address, ColumnFacts column, Target target) {
        return null;
    }

    @Override
    public @Nullable String toStopFilling(Address address, ColumnFacts column, Target target) {
        return null;
    }
}
