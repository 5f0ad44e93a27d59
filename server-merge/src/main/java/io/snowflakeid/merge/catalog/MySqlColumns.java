package io.snowflakeid.merge.catalog;

import io.snowflakeid.merge.catalog.Column.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code information_schema.COLUMNS} of MySQL and MariaDB, where a JSON column is a text with a check. */
record MySqlColumns(boolean mariaDb, Map<String, List<String>> checks) {

    private static final Pattern DISPLAY_WIDTH =
            Pattern.compile("^(tinyint|smallint|mediumint|int|bigint|year)\\(\\d+\\)");

    private static final Map<String, Integer> INTEGER_BITS =
            Map.of("tinyint", 8, "smallint", 16, "mediumint", 24, "int", 32, "bigint", 64);

    Map<String, List<Column>> read(CatalogQuery catalog) throws SQLException {
        return catalog.byTable(
                "SELECT TABLE_NAME, COLUMN_NAME, COLUMN_DEFAULT, IS_NULLABLE, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH,"
                        + " CHARACTER_SET_NAME, COLLATION_NAME, COLUMN_TYPE, EXTRA, GENERATION_EXPRESSION, "
                        + (mariaDb ? "NULL" : "SRS_ID") + " AS SRID"
                        + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY ORDINAL_POSITION",
                this::column);
    }

    private Column column(ResultSet row) throws SQLException {
        String name = CatalogQuery.text(row, "COLUMN_NAME");
        String dataType = CatalogQuery.text(row, "DATA_TYPE").toLowerCase(Locale.ROOT);
        String type = type(row);
        String extra = CatalogQuery.text(row, "EXTRA").toLowerCase(Locale.ROOT);
        Kind kind = kind(dataType, CatalogQuery.text(row, "TABLE_NAME"), name);
        Integer bits = INTEGER_BITS.get(dataType);
        boolean counted = dataType.equals("enum") || dataType.equals("set") || kind != Kind.TEXT;
        return new Column(
                name,
                type,
                kind,
                CatalogQuery.text(row, "IS_NULLABLE").equals("YES"),
                extra.contains("auto_increment"),
                bits == null ? null : minimum(bits, type.contains(" unsigned")),
                bits == null ? null : maximum(bits, type.contains(" unsigned")),
                counted ? null : CatalogQuery.count(row, "CHARACTER_MAXIMUM_LENGTH"),
                row.getString("CHARACTER_SET_NAME"),
                row.getString("COLLATION_NAME"),
                extra.contains("virtual generated") || extra.contains("stored generated")
                        ? row.getString("GENERATION_EXPRESSION")
                        : null,
                defaultValue(row.getString("COLUMN_DEFAULT"), extra));
    }

    private static String type(ResultSet row) throws SQLException {
        String type =
                DISPLAY_WIDTH.matcher(CatalogQuery.text(row, "COLUMN_TYPE")).replaceFirst("$1");
        String srid = row.getString("SRID");
        return srid == null ? type : type + " SRID " + srid;
    }

    private Kind kind(String dataType, String table, String column) {
        String json = "json_valid(" + SqlToken.quoted(column) + ")";
        if (mariaDb
                && dataType.equals("longtext")
                && checks.getOrDefault(table, List.of()).contains(json)) {
            return Kind.JSON;
        }
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

    private static long minimum(int bits, boolean unsigned) {
        return unsigned ? 0 : -(1L << (bits - 1));
    }

    private static long maximum(int bits, boolean unsigned) {
        if (bits == 64) {
            return Long.MAX_VALUE;
        }
        return (1L << (unsigned ? bits : bits - 1)) - 1;
    }

    /** MariaDB spells out the default NULL. */
    private @Nullable String defaultValue(@Nullable String told, String extra) {
        String value = mariaDb && "NULL".equals(told) ? null : told;
        // MySQL tells an expression as it tells a text; in SHOW CREATE TABLE it stands in brackets
        if (!mariaDb
                && value != null
                && extra.contains("default_generated")
                && !value.toLowerCase(Locale.ROOT).startsWith("current_timestamp")) {
            value = "(" + value + ")";
        }
        int update = extra.indexOf("on update ");
        if (update < 0) {
            return value;
        }
        return value == null ? extra.substring(update) : value + " " + extra.substring(update);
    }
}
