package io.snowflakeid.merge.h2;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the catalog of an H2 schema in H2's regular mode or in MySQL mode. The returned SQL statements use H2's own syntax. */
final class H2Catalog {

    private static final String QUOTED = "\"(?:[^\"]|\"\")*+\"";
    private static final Pattern NAME = Pattern.compile("\"((?:[^\"]|\"\")*+)\"");
    private static final Pattern COLUMNS = Pattern.compile("\\((" + QUOTED + "[ A-Z]*(?:, " + QUOTED + "[ A-Z]*)*)\\)");
    private static final Pattern PARENT = Pattern.compile("\\) REFERENCES ((?:" + QUOTED + "\\.)?" + QUOTED + ")");

    /** A pattern for the parts of H2's CREATE statements that the target does not need. */
    private static final Pattern INTERNAL = Pattern.compile("(?<=^CREATE) FORCE| INDEX " + QUOTED
            + "(?! ON \")| SEQUENCE " + QUOTED + "| SELECTIVITY \\d+| RESTART WITH \\d+| NOCHECK$");

    private static final Map<String, Integer> BITS = Map.of("TINYINT", 8, "SMALLINT", 16, "INTEGER", 32, "BIGINT", 64);

    private final CatalogQuery catalog;
    private final Map<String, List<Column>> columns;
    private final Map<String, List<Added>> added;

    private H2Catalog(CatalogQuery catalog) throws SQLException {
        this.catalog = catalog;
        columns = catalog.byTable(
                "SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER)"
                        + " AS SQL_TYPE, IS_NULLABLE, CHARACTER_MAXIMUM_LENGTH, COLUMN_DEFAULT,"
                        + " COLUMN_ON_UPDATE, IS_IDENTITY, IS_GENERATED, GENERATION_EXPRESSION"
                        + " FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY ORDINAL_POSITION",
                H2Catalog::column);
        added = catalog.byTable(
                "SELECT TABLE_NAME, CONSTRAINT_NAME AS NAME_OF, CONSTRAINT_TYPE AS KIND_OF, "
                        + created("CONSTRAINT", "CONSTRAINT_SCHEMA", "CONSTRAINT_NAME")
                        + ", CONSTRAINT_TYPE <> 'PRIMARY KEY' AS LATER FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                        + " WHERE CONSTRAINT_SCHEMA = ? UNION ALL SELECT TABLE_NAME, INDEX_NAME, INDEX_TYPE_NAME, "
                        + created("INDEX", "INDEX_SCHEMA", "INDEX_NAME")
                        + ", TRUE FROM INFORMATION_SCHEMA.INDEXES WHERE INDEX_SCHEMA = ? AND NOT IS_GENERATED"
                        + " AND INDEX_TYPE_NAME NOT LIKE 'PRIMARY%' ORDER BY LATER, NAME_OF",
                row -> new Added(row.getString(3), new Table.Part(row.getString(2), created(row))));
    }

    static Schema read(Connection connection, String database) throws SQLException {
        List<String> schemas = new CatalogQuery(connection, database)
                .list(
                        "SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA"
                                + " WHERE UPPER(SCHEMA_NAME) = UPPER(CAST(? AS VARCHAR)) ORDER BY SCHEMA_NAME <> ?",
                        row -> row.getString(1));
        if (schemas.isEmpty()) {
            throw new IllegalArgumentException("there is no schema " + database + " on H2; name one that it has");
        }
        return new H2Catalog(new CatalogQuery(connection, schemas.get(0))).schema();
    }

    private Schema schema() throws SQLException {
        String relations = " FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND UPPER(TABLE_NAME)";
        String audit = " LIKE UPPER('" + Schema.AUDIT_PREFIX.replace("_", "\\_") + "%')";
        String created = "SELECT TABLE_NAME, " + created("TABLE", "TABLE_SCHEMA", "TABLE_NAME")
                + ", (SELECT MAX(IDENTITY_BASE) FROM INFORMATION_SCHEMA.COLUMNS c WHERE c.TABLE_SCHEMA = TABLES.TABLE_SCHEMA"
                + " AND c.TABLE_NAME = TABLES.TABLE_NAME) AS COUNTER" + relations + " NOT" + audit;
        Map<String, Table> tables = new TreeMap<>();
        catalog.list(created + " AND TABLE_TYPE = 'BASE TABLE'", this::table)
                .forEach(table -> tables.put(table.name(), table));
        return new Schema(
                catalog.database(),
                Collections.unmodifiableMap(tables),
                catalog.list(
                        "SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, "
                                + created("TRIGGER", "TRIGGER_SCHEMA", "TRIGGER_NAME")
                                + " FROM INFORMATION_SCHEMA.TRIGGERS WHERE TRIGGER_SCHEMA = ? ORDER BY TRIGGER_NAME",
                        row -> new Schema.Trigger(row.getString(1), row.getString(2), created(row), null)),
                catalog.list(
                        created + " AND TABLE_TYPE = 'VIEW'", row -> new Schema.View(row.getString(1), created(row))),
                catalog.list(
                        "SELECT 'sequence ' || SEQUENCE_NAME FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_SCHEMA = ?",
                        row -> row.getString(1)),
                catalog.list("SELECT TABLE_NAME" + relations + audit, row -> row.getString(1)));
    }

    /** Returns an SQL expression for the CREATE statement of an object, without the name of the schema. */
    private static String created(String kind, String schema, String name) {
        return "REPLACE(DB_OBJECT_SQL('" + kind + "', " + schema + ", " + name + "), QUOTE_IDENT(" + schema
                + ") || '.', '') AS CREATED";
    }

    private static String created(ResultSet row) throws SQLException {
        String sql = CatalogQuery.text(row, "CREATED");
        if (sql.contains("U&\"")) {
            throw new IllegalArgumentException("names on H2 are read in ASCII alone; rename what this creates: " + sql);
        }
        return INTERNAL.matcher(sql)
                .replaceAll("")
                // the merge cannot insert ids into a column that is GENERATED ALWAYS
                .replace(" GENERATED ALWAYS AS IDENTITY", " GENERATED BY DEFAULT AS IDENTITY");
    }

    /** A key or constraint, and its type in H2, such as {@code UNIQUE INDEX}. */
    private record Added(String kind, Table.Part part) {

        boolean isKey() {
            return !kind.equals("FOREIGN KEY") && !kind.equals("CHECK");
        }

        Key key() {
            boolean primary = kind.startsWith("PRIMARY");
            boolean unique = primary || kind.startsWith("UNIQUE");
            return new Key(primary ? "PRIMARY" : part.name(), primary, unique, columns(0), !kind.startsWith("SPATIAL"));
        }

        ForeignKey foreignKey(String schema) {
            List<String> parent = names(found(PARENT, part.clause()).get(0));
            String parentSchema = parent.size() == 1 ? schema : parent.get(0);
            String table = parent.get(parent.size() - 1);
            String rules = part.clause().replaceFirst("(?s)^.*\\)", "").strip();
            return new ForeignKey(part.name(), columns(0), parentSchema, table, columns(1), rules);
        }

        private List<String> columns(int list) {
            return names(found(COLUMNS, part.clause()).get(list));
        }

        private static List<String> names(String quoted) {
            return found(NAME, quoted).stream()
                    .map(name -> name.replace("\"\"", "\""))
                    .toList();
        }

        private static List<String> found(Pattern pattern, String text) {
            return pattern.matcher(text).results().map(match -> match.group(1)).toList();
        }
    }

    private Table table(ResultSet row) throws SQLException {
        String name = row.getString("TABLE_NAME");
        List<Column> ofTable = columns.getOrDefault(name, List.of());
        List<Added> parts = added.getOrDefault(name, List.of());
        List<Key> keys = parts.stream().filter(Added::isKey).map(Added::key).toList();
        Optional<Key> ordering = Table.orderingKey(keys, ofTable);
        StringBuilder statements = new StringBuilder(created(row));
        List<Table.Part> indexes = new ArrayList<>();
        List<Table.Part> references = new ArrayList<>();
        List<ForeignKey> foreignKeys = new ArrayList<>();
        List<String> checks = new ArrayList<>();
        for (Added each : parts) {
            if (each.kind().equals("FOREIGN KEY")) {
                foreignKeys.add(each.foreignKey(catalog.database()));
                references.add(each.part());
            } else if (each.kind().equals("CHECK")) {
                checks.add(each.part().clause().replaceFirst("(?s)^.*? CHECK", ""));
                statements.append(";\n").append(each.part().clause());
            } else if (ordering.equals(Optional.of(each.key()))) {
                statements.append(";\n").append(each.part().clause());
            } else {
                indexes.add(each.part());
            }
        }
        Long counter = row.getObject("COUNTER", Long.class);
        Table.Definition definition = new Table.Definition(statements.toString(), indexes, references);
        return new Table(name, "H2", ofTable, keys, foreignKeys, checks, null, counter, 0, null, definition);
    }

    private static Column column(ResultSet row) throws SQLException {
        String type = CatalogQuery.text(row, "SQL_TYPE");
        Integer bits = BITS.get(type);
        Kind kind = kind(type);
        String value = row.getString("COLUMN_DEFAULT");
        String update = row.getString("COLUMN_ON_UPDATE");
        boolean generated = "ALWAYS".equals(row.getString("IS_GENERATED"));
        return new Column(
                CatalogQuery.text(row, "COLUMN_NAME"),
                type,
                kind,
                CatalogQuery.text(row, "IS_NULLABLE").equals("YES"),
                CatalogQuery.text(row, "IS_IDENTITY").equals("YES"),
                bits == null ? null : -(1L << (bits - 1)),
                bits == null ? null : (1L << (bits - 1)) - 1,
                kind == Kind.TEXT ? row.getObject("CHARACTER_MAXIMUM_LENGTH", Long.class) : null,
                null,
                null,
                generated ? row.getString("GENERATION_EXPRESSION") : null,
                update == null ? value : (value == null ? "" : value + " ") + "on update " + update);
    }

    private static Kind kind(String type) {
        return switch (type.split("[ (]", 2)[0]) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT" -> Kind.INTEGER;
            case "NUMERIC", "DECIMAL", "DECFLOAT" -> Kind.DECIMAL;
            case "REAL", "DOUBLE", "FLOAT" -> Kind.FLOAT;
            case "CHARACTER", "VARCHAR_IGNORECASE", "ENUM" -> Kind.TEXT;
            case "BINARY" -> Kind.BINARY;
            case "JSON" -> Kind.JSON;
            case "DATE", "TIME", "TIMESTAMP", "INTERVAL" -> Kind.TEMPORAL;
            default -> Kind.OTHER;
        };
    }
}
