package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** H2, in any of its modes. */
final class H2Database implements Database {

    private static final String COLUMNS = """
            SELECT C.TABLE_SCHEMA, C.TABLE_NAME, C.COLUMN_NAME, T.TABLE_TYPE, C.DATA_TYPE,
                   COALESCE(C.CHARACTER_MAXIMUM_LENGTH, C.NUMERIC_PRECISION) AS LENGTH, C.NUMERIC_SCALE AS SCALE,
                   C.IS_NULLABLE, C.COLUMN_DEFAULT, C.IS_IDENTITY, C.IDENTITY_GENERATION, C.IS_GENERATED
              FROM INFORMATION_SCHEMA.COLUMNS C
              JOIN INFORMATION_SCHEMA.TABLES T ON T.TABLE_SCHEMA = C.TABLE_SCHEMA AND T.TABLE_NAME = C.TABLE_NAME
             WHERE C.TABLE_CATALOG = COALESCE(?, C.TABLE_CATALOG) AND C.TABLE_SCHEMA = COALESCE(?, SCHEMA())""";
    private static final String EXACTLY = " AND C.TABLE_NAME = ? AND C.COLUMN_NAME = ?";
    private static final String IGNORING_CASE =
            " AND LOWER(C.TABLE_NAME) = LOWER(?) AND LOWER(C.COLUMN_NAME) = LOWER(?)";
    private static final String IGNORECASE = "VARCHAR_IGNORECASE";

    @Override
    public List<ColumnFacts> columns(Connection connection, ColumnName name, boolean ignoringCase) throws SQLException {
        String sql = COLUMNS + (ignoringCase ? IGNORING_CASE : EXACTLY);
        return Queries.all(
                connection, sql, H2Database::facts, name.catalog(), name.schema(), name.table(), name.column());
    }

    private static ColumnFacts facts(ResultSet row) throws SQLException {
        String dataType = row.getString("DATA_TYPE");
        Long length = Queries.number(row, "LENGTH");
        ColumnType type = ColumnType.of(dataType, false, length, Queries.number(row, "SCALE"));
        return new ColumnFacts(
                new ColumnName(
                        null, row.getString("TABLE_SCHEMA"), row.getString("TABLE_NAME"), row.getString("COLUMN_NAME")),
                row.getString("TABLE_TYPE").contains("VIEW"),
                dataType + StandardFilling.size(type),
                type,
                StandardFilling.of(row),
                row.getString("IS_NULLABLE").equals("YES"),
                false,
                "",
                null,
                null);
    }

    @Override
    public TextRules textRules(Connection connection, ColumnFacts column) throws SQLException {
        String type = ignoresCase(column) ? IGNORECASE : "VARCHAR";
        return Queries.textRules(connection, """
                SELECT CAST('a' AS %1$s) <> CAST('A' AS %1$s), CAST('B' AS %1$s) < CAST('a' AS %1$s),
                       CHAR_LENGTH(CAST('a' AS CHAR(2))) = 2""".formatted(type));
    }

    private static boolean ignoresCase(ColumnFacts column) {
        return column.typeName().startsWith(IGNORECASE);
    }

    /** A collation is the whole database's here: only the type can be changed. */
    @Override
    public @Nullable String toReshape(Address address, ColumnFacts column, Target target) {
        String type = target.type();
        if (type == null && target.comparedByBytes() && ignoresCase(column)) {
            type = column.typeName().replace(IGNORECASE, "VARCHAR");
        }
        return type == null
                ? null
                : "ALTER TABLE " + address.table() + " ALTER COLUMN " + address.column() + " SET DATA TYPE " + type;
    }

    @Override
    public @Nullable String toStopFilling(Address address, ColumnFacts column, Target target) {
        return StandardFilling.toStop(address, column);
    }
}
