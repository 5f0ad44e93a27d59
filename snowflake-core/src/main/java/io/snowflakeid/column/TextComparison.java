package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * How a database treats the texts of a column, asked by one query, since {@link java.sql.DatabaseMetaData} does not tell it.
 *
 * @param ignoresCase whether texts that differ in case alone compare as equal
 * @param padsChar whether the texts of a column of fixed length come back filled up
 */
record TextComparison(boolean ignoresCase, boolean padsChar) {

    /** MySQL and MariaDB name each collation by what it tells apart; those without a suffix ignore case. */
    private static final String MYSQL = """
            SELECT COALESCE(COLLATION_NAME, 'binary') NOT REGEXP '(_bin|_cs|_cs_ks|^binary)$',
                   DATA_TYPE = 'binary' OR FIND_IN_SET('PAD_CHAR_TO_FULL_LENGTH', @@sql_mode) > 0
              FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";

    private static final String POSTGRESQL = """
            SELECT t.typname = 'citext' OR NOT COALESCE(l.collisdeterministic, true), true
              FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
             WHERE n.nspname = ? AND c.relname = ? AND a.attname = ?""";

    private static final String H2 = """
            SELECT DATA_TYPE = 'VARCHAR_IGNORECASE' OR CAST('a' AS VARCHAR) = CAST('A' AS VARCHAR),
                   CHAR_LENGTH(CAST('a' AS CHAR(2))) = 2
              FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = ?""";

    /** Reads it; null if this database is unknown, or if a router between does not pass the query on. */
    static @Nullable TextComparison of(Connection connection, String product, ColumnName name) {
        String sql =
                switch (product) {
                    case "mysql", "mariadb" -> MYSQL;
                    case "postgresql" -> POSTGRESQL;
                    case "h2" -> H2;
                    default -> "";
                };
        if (sql.isEmpty()) {
            return null;
        }
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name.schema() == null ? name.catalog() : name.schema());
            select.setString(2, name.table());
            select.setString(3, name.column());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new TextComparison(row.getBoolean(1), row.getBoolean(2)) : null;
            }
        } catch (SQLException | RuntimeException refused) {
            return null;
        }
    }
}
