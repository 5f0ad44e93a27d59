package io.snowflakeid.merge.catalog;

import static io.snowflakeid.merge.catalog.CatalogQuery.text;

import io.snowflakeid.merge.catalog.Column.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code information_schema.COLUMNS} of MySQL and MariaDB, where a JSON column is a text with a check. */
record MySqlColumns(boolean mariaDb, Map<String, List<String>> checks) {

    private static final Pattern DISPLAY_WIDTH =
            Pattern.compile("^(tinyint|smallint|mediumint|int|bigint|year)\\(\\d+\\)");

    private static final Pattern ON_UPDATE = Pattern.compile("on update .*");

    private static final Map<String, Integer> INTEGER_BITS =
            Map.of("tinyint", 8, "smallint", 16, "mediumint", 24, "int", 32, "bigint", 64);

    /** MariaDB spells out the default NULL. MySQL tells an expression as it tells a text; in SHOW CREATE TABLE it has brackets. */
    Map<String, List<Column>> read(CatalogQuery catalog) throws SQLException {
        String sql = """
                SELECT TABLE_NAME, COLUMN_NAME, IS_NULLABLE = 'YES' AS TAKES_NULL, DATA_TYPE, COLUMN_TYPE, %s AS SRID,
                    IF(DATA_TYPE IN ('enum', 'set'), NULL, CAST(CHARACTER_MAXIMUM_LENGTH AS SIGNED)) AS CHARACTERS, CHARACTER_SET_NAME,
                    COLLATION_NAME, LOWER(EXTRA) AS EXTRA, NULLIF(GENERATION_EXPRESSION, '') AS COMPUTED, %s AS DEFAULT_VALUE
                FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY ORDINAL_POSITION""";
        String defaultOfMySql = "IF(EXTRA LIKE '%DEFAULT_GENERATED%' AND COLUMN_DEFAULT NOT LIKE 'CURRENT_TIMESTAMP%',"
                + " CONCAT('(', COLUMN_DEFAULT, ')'), COLUMN_DEFAULT)";
        return catalog.byTable(
                mariaDb
                        ? sql.formatted("NULL", "NULLIF(COLUMN_DEFAULT, 'NULL')")
                        : sql.formatted("SRS_ID", defaultOfMySql),
                this::column);
    }

    private Column column(ResultSet row) throws SQLException {
        String name = text(row, "COLUMN_NAME");
        String dataType = text(row, "DATA_TYPE");
        String type = DISPLAY_WIDTH.matcher(text(row, "COLUMN_TYPE")).replaceFirst("$1");
        String srid = row.getString("SRID");
        String extra = text(row, "EXTRA");
        String generated = row.getString("COMPUTED");
        boolean json = checks.getOrDefault(text(row, "TABLE_NAME"), List.of())
                .contains("json_valid(" + SqlText.quoted(name) + ")");
        Kind kind = mariaDb && json && dataType.equals("longtext") ? Kind.JSON : kind(dataType);
        Integer bits = INTEGER_BITS.get(dataType);
        int signed = type.contains(" unsigned") ? 0 : 1;
        return new Column(
                name,
                srid == null ? type : type + " SRID " + srid,
                kind,
                row.getBoolean("TAKES_NULL"),
                extra.contains("auto_increment"),
                bits == null ? null : -signed * (1L << (bits - 1)),
                bits == null ? null : bits == 64 ? Long.MAX_VALUE : (1L << (bits - signed)) - 1,
                kind == Kind.TEXT ? row.getObject("CHARACTERS", Long.class) : null,
                row.getString("CHARACTER_SET_NAME"),
                row.getString("COLLATION_NAME"),
                generated == null ? null : SqlText.folded(generated),
                defaultValue(row.getString("DEFAULT_VALUE"), ON_UPDATE.matcher(extra)));
    }

    private static Kind kind(String dataType) {
        return switch (dataType) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> Kind.INTEGER;
            case "decimal" -> Kind.DECIMAL;
            case "float", "double" -> Kind.FLOAT;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set" -> Kind.TEXT;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> Kind.BINARY;
            case "bit" -> Kind.BIT;
            case "json" -> Kind.JSON;
            case "date", "time", "datetime", "timestamp", "year" -> Kind.TEMPORAL;
            case "geometry", "point", "linestring", "polygon" -> Kind.SPATIAL;
            case "multipoint", "multilinestring", "multipolygon" -> Kind.SPATIAL;
            case "geometrycollection", "geomcollection" -> Kind.SPATIAL;
            default -> Kind.OTHER;
        };
    }

    private static @Nullable String defaultValue(@Nullable String value, Matcher onUpdate) {
        if (!onUpdate.find()) {
            return value;
        }
        return value == null ? onUpdate.group() : value + " " + onUpdate.group();
    }
}
