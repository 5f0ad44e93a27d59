package io.snowflakeid.merge.catalog;

import static io.snowflakeid.merge.catalog.CatalogQuery.text;

import io.snowflakeid.merge.catalog.Column.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the definitions of the tables, views and triggers of one MySQL or MariaDB database. */
public final class MySqlCatalog {

    private static final Pattern DEFINER = Pattern.compile(" DEFINER=" + SqlText.NAME + "(?:@" + SqlText.NAME + ")?");

    /** This pattern matches the part of a CREATE TRIGGER statement before the body of the trigger. */
    private static final Pattern TRIGGER_HEAD = Pattern.compile(
            "(?:" + SqlText.QUOTED + "|.)*?\\bFOR\\s+EACH\\s+ROW\\b\\s*(?:(?:FOLLOWS|PRECEDES)\\s+(?:" + SqlText.QUOTED
                    + "|\\S+))?",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private static final Pattern DISPLAY_WIDTH =
            Pattern.compile("^(tinyint|smallint|mediumint|int|bigint|year)\\(\\d+\\)");

    private static final Map<String, Integer> INTEGER_BITS =
            Map.of("tinyint", 8, "smallint", 16, "mediumint", 24, "int", 32, "bigint", 64);

    private final CatalogQuery catalog;
    private final boolean mariaDb;
    private final Map<String, List<String>> checks;
    private final Map<String, List<Column>> columns;
    private final Map<String, List<Key>> keys;
    private final Map<String, List<ForeignKey>> foreignKeys;

    private final Map<String, Table> tables = new TreeMap<>();
    private final List<Schema.View> views = new ArrayList<>();
    private final List<Schema.Trigger> triggers = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final List<String> audit = new ArrayList<>();

    /**
     * Reads the catalog of one database.
     *
     * @throws IllegalArgumentException if the database does not exist
     */
    public static Schema read(Connection connection, String database, boolean mariaDb) throws SQLException {
        if (!CatalogQuery.exists(connection, database)) {
            throw new IllegalArgumentException("there is no database " + database
                    + ", or its user may not see it; check its name, and the user's rights");
        }
        // SHOW CREATE VIEW prints no database name for a view of the current database
        connection.setCatalog(database);
        return new MySqlCatalog(new CatalogQuery(connection, database), mariaDb).schema();
    }

    private MySqlCatalog(CatalogQuery catalog, boolean mariaDb) throws SQLException {
        this.catalog = catalog;
        this.mariaDb = mariaDb;
        checks = checks();
        columns = columns();
        keys = keys();
        foreignKeys = foreignKeys();
    }

    private Schema schema() throws SQLException {
        catalog.list("""
                SELECT TABLE_NAME, TABLE_TYPE, ENGINE, AVG_ROW_LENGTH,
                    CAST(LEAST(AUTO_INCREMENT, 9223372036854775807) AS SIGNED) AS COUNTER,
                    CAST(UPDATE_TIME AS CHAR) AS LAST_WRITE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?""", this::addRelation);
        catalog.list("""
                SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, SQL_MODE
                FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?
                ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER""", this::addTrigger);
        others.addAll(catalog.list("""
                SELECT CONCAT('event ', EVENT_NAME) FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?
                UNION ALL SELECT CONCAT(LOWER(ROUTINE_TYPE), ' ', ROUTINE_NAME) FROM information_schema.ROUTINES
                WHERE ROUTINE_SCHEMA = ?""", row -> row.getString(1)));
        return new Schema(catalog.database(), Collections.unmodifiableMap(tables), triggers, views, others, audit);
    }

    private String addRelation(ResultSet row) throws SQLException {
        String name = text(row, "TABLE_NAME");
        switch (name.startsWith(Schema.AUDIT_PREFIX) ? "AUDIT" : text(row, "TABLE_TYPE")) {
            case "AUDIT" -> audit.add(name);
            case "BASE TABLE", "SYSTEM VERSIONED" -> tables.put(name, table(name, row));
            case "VIEW" -> addView(name);
            case "SEQUENCE" -> others.add("sequence " + name);
            default -> {}
        }
        return name;
    }

    private Table table(String name, ResultSet row) throws SQLException {
        String engine = row.getString("ENGINE");
        if (engine == null) {
            throw new SQLException("table " + name + " of database " + catalog.database()
                    + " cannot be opened by the server; repair or drop it: CHECK TABLE shows why");
        }
        List<Column> all = columns.getOrDefault(name, List.of());
        List<Key> itsKeys = keys.getOrDefault(name, List.of());
        List<ForeignKey> references = foreignKeys.getOrDefault(name, List.of());
        List<String> conditions = checks.getOrDefault(name, List.of());
        DefinitionText text = DefinitionText.of(name, engine, catalog.showCreate("TABLE", name, "Create Table"));
        Table.Definition made = text.definition(catalog.database(), name, engine, itsKeys, all, references);
        Long next = row.getObject("COUNTER", Long.class);
        long bytes = row.getLong("AVG_ROW_LENGTH");
        String write = row.getString("LAST_WRITE");
        return new Table(
                name, engine, all, itsKeys, references, conditions, text.partitioning(), next, bytes, write, made);
    }

    /** Adds a view without its DEFINER clause, because the definer's account may not exist. */
    private void addView(String name) throws SQLException {
        String text = catalog.showCreate("VIEW", name, "Create View");
        if (isCarried("view " + name, text)) {
            views.add(new Schema.View(name, DEFINER.matcher(text).replaceFirst("")));
        }
    }

    private String addTrigger(ResultSet row) throws SQLException {
        String name = text(row, "TRIGGER_NAME");
        String table = text(row, "EVENT_OBJECT_TABLE");
        String text = catalog.showCreate("TRIGGER", name, "SQL Original Statement");
        Matcher head = TRIGGER_HEAD.matcher(text);
        String body = head.lookingAt() ? text.substring(head.end()).strip() : text;
        if (isCarried("trigger " + name, body)) {
            String create = "CREATE TRIGGER " + SqlText.quoted(name) + " " + text(row, "ACTION_TIMING") + " "
                    + text(row, "EVENT_MANIPULATION") + " ON " + SqlText.quoted(table) + " FOR EACH ROW " + body;
            triggers.add(new Schema.Trigger(name, table, create, text(row, "SQL_MODE")));
        }
        return name;
    }

    /** Returns true if the SQL text of a view or trigger does not contain the name of its database. */
    private boolean isCarried(String object, String text) {
        String database = catalog.database();
        // in the SQL mode ANSI_QUOTES, names have double quotes
        String doubleQuoted = '"' + database.replace("\"", "\"\"") + '"';
        String name = Sql.join("|", List.of(SqlText.quoted(database), doubleQuoted, database), Pattern::quote);
        String qualifier = "(?<![\\w$.])(?:" + name + ")(?:\\s|" + SqlText.COMMENT + ")*+\\.";
        boolean carried = Pattern.compile(
                        "(" + qualifier + ")|" + SqlText.QUOTED, Pattern.DOTALL | Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .results()
                .allMatch(piece -> piece.group(1) == null);
        if (!carried) {
            others.add(object + ", which names the database " + database);
        }
        return carried;
    }

    /** MySQL's catalog shows a default expression without its parentheses. */
    private Map<String, List<Column>> columns() throws SQLException {
        String sql = """
                SELECT TABLE_NAME, COLUMN_NAME, IS_NULLABLE = 'YES' AS TAKES_NULL, DATA_TYPE, COLUMN_TYPE, %1$s AS SRID,
                    IF(DATA_TYPE IN ('enum', 'set'), NULL, CAST(CHARACTER_MAXIMUM_LENGTH AS SIGNED)) AS CHARACTERS, CHARACTER_SET_NAME,
                    COLLATION_NAME, EXTRA LIKE '%%auto_increment%%' AS COUNTED, NULLIF(GENERATION_EXPRESSION, '') AS COMPUTED,
                    IF(EXTRA LIKE '%%on update%%',
                        CONCAT_WS(' ', %2$s, LOWER(SUBSTRING(EXTRA, LOCATE('on update', EXTRA)))), %2$s) AS DEFAULT_VALUE
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
                row.getBoolean("COUNTED"),
                bits == null ? null : -signed * (1L << (bits - 1)),
                bits == null ? null : bits == 64 ? Long.MAX_VALUE : (1L << (bits - signed)) - 1,
                kind == Kind.TEXT ? row.getObject("CHARACTERS", Long.class) : null,
                row.getString("CHARACTER_SET_NAME"),
                row.getString("COLLATION_NAME"),
                generated == null ? null : SqlText.folded(generated),
                row.getString("DEFAULT_VALUE"));
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
            default -> dataType.matches("geom.*|(multi)?(point|linestring|polygon)") ? Kind.SPATIAL : Kind.OTHER;
        };
    }

    private Map<String, List<Key>> keys() throws SQLException {
        String sql = """
                SELECT TABLE_NAME, INDEX_NAME, INDEX_NAME = 'PRIMARY' AS IS_PRIMARY, MAX(NON_UNIQUE) = 0 AS IS_UNIQUE,
                    GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX SEPARATOR '\\0') AS NAMES,
                    MIN(COLUMN_NAME IS NOT NULL AND SUB_PART IS NULL AND INDEX_TYPE IN ('BTREE', 'HASH')) AS IS_PLAIN
                FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?
                GROUP BY CAST(TABLE_NAME AS BINARY), CAST(INDEX_NAME AS BINARY)
                ORDER BY INDEX_NAME <> 'PRIMARY', CAST(INDEX_NAME AS BINARY)""";
        return catalog.byTable(sql, row -> {
            List<String> names = names(row.getString("NAMES"));
            boolean primary = row.getBoolean("IS_PRIMARY");
            boolean unique = row.getBoolean("IS_UNIQUE");
            return new Key(text(row, "INDEX_NAME"), primary, unique, names, row.getBoolean("IS_PLAIN"));
        });
    }

    private static List<String> names(@Nullable String joined) {
        return joined == null ? List.of() : List.of(joined.split("\0", -1));
    }

    /** For a foreign key without an ON DELETE or ON UPDATE clause, MariaDB's catalog shows RESTRICT, and MySQL's catalog shows NO ACTION. */
    private Map<String, List<ForeignKey>> foreignKeys() throws SQLException {
        String sql = """
                SELECT k.TABLE_NAME, CONSTRAINT_NAME, REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME,
                    GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION SEPARATOR '\\0') AS NAMES,
                    GROUP_CONCAT(REFERENCED_COLUMN_NAME ORDER BY ORDINAL_POSITION SEPARATOR '\\0') AS PARENT_NAMES,
                    TRIM(CONCAT(IF(DELETE_RULE = '%1$s', '', CONCAT('ON DELETE ', DELETE_RULE)),
                        IF(UPDATE_RULE = '%1$s', '', CONCAT(' ON UPDATE ', UPDATE_RULE)))) AS RULES
                FROM information_schema.KEY_COLUMN_USAGE k
                JOIN information_schema.REFERENTIAL_CONSTRAINTS r USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
                WHERE k.TABLE_SCHEMA = ? AND r.CONSTRAINT_SCHEMA = ?
                    AND CAST(k.TABLE_NAME AS BINARY) = CAST(r.TABLE_NAME AS BINARY)
                GROUP BY CAST(k.TABLE_NAME AS BINARY), CAST(CONSTRAINT_NAME AS BINARY)
                ORDER BY CAST(CONSTRAINT_NAME AS BINARY)""";
        return catalog.byTable(sql.formatted(mariaDb ? "RESTRICT" : "NO ACTION"), MySqlCatalog::foreignKey);
    }

    private static ForeignKey foreignKey(ResultSet row) throws SQLException {
        List<String> names = names(row.getString("NAMES"));
        List<String> parentNames = names(row.getString("PARENT_NAMES"));
        String schema = text(row, "REFERENCED_TABLE_SCHEMA");
        String table = text(row, "REFERENCED_TABLE_NAME");
        return new ForeignKey(text(row, "CONSTRAINT_NAME"), names, schema, table, parentNames, text(row, "RULES"));
    }

    private Map<String, List<String>> checks() throws SQLException {
        String sql = mariaDb
                ? "SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?"
                : """
                SELECT TABLE_NAME, CONCAT(CHECK_CLAUSE, IF(ENFORCED = 'NO', ' NOT ENFORCED', '')) AS CHECK_CLAUSE
                FROM information_schema.CHECK_CONSTRAINTS
                JOIN information_schema.TABLE_CONSTRAINTS USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
                WHERE CONSTRAINT_SCHEMA = ? AND CONSTRAINT_TYPE = 'CHECK'""";
        Map<String, List<String>> found = catalog.byTable(sql, row -> SqlText.folded(text(row, "CHECK_CLAUSE")));
        found.replaceAll((table, clauses) -> clauses.stream().sorted().toList());
        return found;
    }
}
