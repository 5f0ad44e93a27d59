package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** MySQL and MariaDB: {@code MODIFY} writes a column's definition anew, so all that shall stay must be said again. */
final class MySqlDatabase implements Database {

    private static final String COLUMNS = """
            SELECT c.TABLE_SCHEMA AS home, c.TABLE_NAME AS table_name, c.COLUMN_NAME AS column_name,
                   t.TABLE_TYPE AS table_type, c.DATA_TYPE AS data_type, c.COLUMN_TYPE AS column_type,
                   COALESCE(c.CHARACTER_MAXIMUM_LENGTH, c.NUMERIC_PRECISION) AS length, c.NUMERIC_SCALE AS scale,
                   c.CHARACTER_SET_NAME AS charset, c.COLLATION_NAME AS collation, c.IS_NULLABLE AS nullable,
                   c.COLUMN_DEFAULT AS preset, c.EXTRA AS extra, c.COLUMN_COMMENT AS remark
              FROM information_schema.COLUMNS c
              JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
             WHERE c.TABLE_SCHEMA = ?""";
    private static final String EXACTLY = " AND c.TABLE_NAME = ? AND c.COLUMN_NAME = ?";
    private static final String IGNORING_CASE =
            " AND LOWER(c.TABLE_NAME) = LOWER(?) AND LOWER(c.COLUMN_NAME) = LOWER(?)";

    private static final String REFERENCES = """
            SELECT TABLE_NAME, COLUMN_NAME, CONSTRAINT_NAME FROM information_schema.KEY_COLUMN_USAGE
             WHERE REFERENCED_TABLE_SCHEMA = ? AND REFERENCED_TABLE_NAME = ? AND REFERENCED_COLUMN_NAME = ?""";

    @Override
    public List<ColumnFacts> columns(Connection connection, ColumnName name, boolean ignoringCase) throws SQLException {
        String sql = COLUMNS + (ignoringCase ? IGNORING_CASE : EXACTLY);
        return Queries.all(connection, sql, MySqlDatabase::facts, home(connection, name), name.table(), name.column());
    }

    /** What others call a schema is a catalog to JDBC here. */
    private static @Nullable String home(Connection connection, ColumnName name) throws SQLException {
        if (name.catalog() != null) {
            return name.catalog();
        }
        return name.schema() != null ? name.schema() : connection.getCatalog();
    }

    private static ColumnFacts facts(ResultSet row) throws SQLException {
        String columnType = row.getString("column_type");
        String dataType = row.getString("data_type");
        boolean unsigned = columnType.contains("unsigned");
        String extra = row.getString("extra").toLowerCase(Locale.ROOT);
        return new ColumnFacts(
                new ColumnName(row.getString("home"), null, row.getString("table_name"), row.getString("column_name")),
                row.getString("table_type").contains("VIEW"),
                columnType,
                ColumnType.of(dataType, unsigned, Queries.number(row, "length"), Queries.number(row, "scale")),
                filling(extra, row.getString("preset")),
                row.getString("nullable").equals("YES"),
                extra.contains("invisible"),
                Queries.text(row, "remark"),
                row.getString("charset"),
                row.getString("collation"));
    }

    private static Filling filling(String extra, @Nullable String preset) {
        if (extra.contains("auto_increment")) {
            return Filling.of(Filling.Kind.AUTO_INCREMENT);
        }
        if (extra.contains("default_generated")) {
            return new Filling(Filling.Kind.EXPRESSION, String.valueOf(preset));
        }
        if (extra.contains("generated")) {
            return Filling.of(Filling.Kind.COMPUTED);
        }
        // MariaDB writes NULL where there is none
        if (preset == null || preset.equals("NULL")) {
            return Filling.of(Filling.Kind.NOTHING);
        }
        // MySQL marks its expressions, and gives texts without quotes; MariaDB does neither
        return new Filling(preset.contains("(") ? Filling.Kind.EXPRESSION : Filling.Kind.CONSTANT, preset);
    }

    @Override
    public TextRules textRules(Connection connection, ColumnFacts column) throws SQLException {
        String charset = column.charset();
        if (charset == null || charset.equals("binary")) {
            // compared by its bytes, and filled up with bytes of 0
            return new TextRules(true, true, true);
        }
        return Queries.textRules(
                connection,
                "SELECT %1$s <> %2$s, %3$s < %1$s, FIND_IN_SET('PAD_CHAR_TO_FULL_LENGTH', @@sql_mode) > 0"
                        .formatted(letter("a", column), letter("A", column), letter("B", column)));
    }

    private static String letter(String letter, ColumnFacts column) {
        return "CONVERT('" + letter + "' USING " + column.charset() + ") COLLATE " + column.collation();
    }

    @Override
    public List<String> references(Connection connection, ColumnName name) throws SQLException {
        return Queries.all(
                connection,
                REFERENCES,
                row -> row.getString(1) + "." + row.getString(2) + " (foreign key " + row.getString(3) + ")",
                name.catalog(),
                name.table(),
                name.column());
    }

    @Override
    public String toReshape(Address address, ColumnFacts column, Target target) {
        return "ALTER TABLE " + address.table() + " MODIFY " + address.column() + " " + definition(column, target);
    }

    /** One statement does both. */
    @Override
    public @Nullable String toStopFilling(Address address, ColumnFacts column, Target target) {
        return column.filling().kind() == Filling.Kind.COMPUTED ? null : toReshape(address, column, target);
    }

    private static String definition(ColumnFacts column, Target target) {
        StringBuilder sql = new StringBuilder(target.type() == null ? column.typeName() : target.type());
        if (target.text()) {
            sql.append(charset(column, target.comparedByBytes()));
        }
        sql.append(column.nullable() ? "" : " NOT NULL").append(column.invisible() ? " INVISIBLE" : "");
        if (!column.comment().isEmpty()) {
            String escaped = column.comment().replace("\\", "\\\\").replace("'", "''");
            sql.append(" COMMENT '").append(escaped).append('\'');
        }
        return sql.toString();
    }

    private static String charset(ColumnFacts column, boolean comparedByBytes) {
        if (column.charset() == null) {
            return comparedByBytes ? " CHARACTER SET ascii COLLATE ascii_bin" : "";
        }
        String collation = comparedByBytes ? column.charset() + "_bin" : column.collation();
        return " CHARACTER SET " + column.charset() + " COLLATE " + collation;
    }
}
