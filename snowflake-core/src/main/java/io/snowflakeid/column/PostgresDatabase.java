package io.snowflakeid.column;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** PostgreSQL: without a schema, the first of the search path that has the column. */
final class PostgresDatabase implements Database {

    private static final String COLUMNS = """
            SELECT c.table_catalog, c.table_schema, c.table_name, c.column_name, t.table_type,
                   CASE c.data_type WHEN 'USER-DEFINED' THEN c.udt_name ELSE c.data_type END AS data_type,
                   CAST(COALESCE(c.character_maximum_length, c.numeric_precision) AS bigint) AS length,
                   CAST(c.numeric_scale AS bigint) AS scale,
                   '"' || c.collation_schema || '"."' || c.collation_name || '"' AS collation,
                   c.is_nullable, c.column_default, c.is_identity, c.identity_generation, c.is_generated
              FROM information_schema.columns c
              JOIN information_schema.tables t
                ON t.table_schema = c.table_schema AND t.table_name = c.table_name
             WHERE c.table_catalog = COALESCE(CAST(? AS text), c.table_catalog)
               AND (c.table_schema = CAST(? AS text)
                    OR CAST(? AS text) IS NULL AND c.table_schema = ANY (current_schemas(true)))
            """;
    private static final String EXACTLY = " AND c.table_name = ? AND c.column_name = ?";
    private static final String IGNORING_CASE =
            " AND LOWER(c.table_name) = LOWER(?) AND LOWER(c.column_name) = LOWER(?)";
    private static final String NEAREST_FIRST = " ORDER BY array_position(current_schemas(true), c.table_schema::name)";

    private static final String CITEXT = "citext";

    @Override
    public List<ColumnFacts> columns(Connection connection, ColumnName name, boolean ignoringCase) throws SQLException {
        String sql = COLUMNS + (ignoringCase ? IGNORING_CASE : EXACTLY) + NEAREST_FIRST;
        List<ColumnFacts> found = Queries.all(
                connection,
                sql,
                PostgresDatabase::facts,
                name.catalog(),
                name.schema(),
                name.schema(),
                name.table(),
                name.column());
        return found.stream()
                .filter(column -> Objects.equals(
                        column.name().schema(), found.get(0).name().schema()))
                .toList();
    }

    private static ColumnFacts facts(ResultSet row) throws SQLException {
        String dataType = row.getString("data_type");
        Long length = Queries.number(row, "length");
        Long scale = Queries.number(row, "scale");
        ColumnType type = ColumnType.of(dataType, false, length, scale);
        return new ColumnFacts(
                new ColumnName(
                        null, row.getString("table_schema"), row.getString("table_name"), row.getString("column_name")),
                !row.getString("table_type").equals("BASE TABLE"),
                dataType + StandardFilling.size(type),
                type,
                StandardFilling.of(row),
                row.getString("is_nullable").equals("YES"),
                false,
                "",
                null,
                row.getString("collation"));
    }

    @Override
    public TextRules textRules(Connection connection, ColumnFacts column) throws SQLException {
        String kind = column.typeName().equals(CITEXT)
                ? "::citext"
                : " COLLATE " + (column.collation() == null ? "\"default\"" : column.collation());
        return Queries.textRules(connection, "SELECT 'a'%1$s <> 'A'%1$s, 'B'%1$s < 'a'%1$s, true".formatted(kind));
    }

    @Override
    public String toReshape(Address address, ColumnFacts column, Target target) {
        // no collation makes citext tell capitals apart
        String kept = column.typeName().equals(CITEXT) ? "text" : column.typeName();
        String type = target.type() == null ? kept : target.type();
        return "ALTER TABLE " + address.table() + " ALTER COLUMN " + address.column() + " TYPE " + type
                + (target.text() ? collate(column, target) : conversion(address, column));
    }

    private static String collate(ColumnFacts column, Target target) {
        if (target.comparedByBytes()) {
            return " COLLATE \"C\"";
        }
        return column.collation() == null ? "" : " COLLATE " + column.collation();
    }

    /** A text becomes a number only if asked to. */
    private static String conversion(Address address, ColumnFacts column) {
        return column.type() instanceof ColumnType.Text ? " USING " + address.column() + "::bigint" : "";
    }

    @Override
    public @Nullable String toStopFilling(Address address, ColumnFacts column, Target target) {
        return StandardFilling.toStop(address, column);
    }
}
