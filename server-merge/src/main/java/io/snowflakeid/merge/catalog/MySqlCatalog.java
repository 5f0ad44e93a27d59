package io.snowflakeid.merge.catalog;

import static io.snowflakeid.merge.catalog.CatalogQuery.text;

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

/** Reads the catalog of MySQL or MariaDB: one query per view for all tables, and one per table for its definition. */
public final class MySqlCatalog {

    private static final Pattern DEFINER = Pattern.compile(" DEFINER=" + SqlText.NAME + "(?:@" + SqlText.NAME + ")?");

    /** All before what a trigger does; which trigger it follows or precedes, the order of triggers tells. */
    private static final Pattern TRIGGER_HEAD = Pattern.compile(
            "(?:" + SqlText.QUOTED + "|.)*?\\bFOR\\s+EACH\\s+ROW\\b\\s*(?:(?:FOLLOWS|PRECEDES)\\s+(?:" + SqlText.NAME
                    + "|\\S+))?",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private final CatalogQuery catalog;
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
     * Reads one database.
     *
     * @throws IllegalArgumentException if there is no such database, or a table of it cannot be made on InnoDB
     */
    public static Schema read(Connection connection, String database, boolean mariaDb) throws SQLException {
        if (!CatalogQuery.exists(connection, database)) {
            throw new IllegalArgumentException("there is no database " + database
                    + ", or its user may not see it; check its name, and the user's rights");
        }
        // views of the current database are shown without its name
        connection.setCatalog(database);
        return new MySqlCatalog(new CatalogQuery(connection, database), mariaDb).schema();
    }

    private MySqlCatalog(CatalogQuery catalog, boolean mariaDb) throws SQLException {
        this.catalog = catalog;
        MySqlKeys constraints = new MySqlKeys(catalog, mariaDb);
        checks = constraints.checks();
        columns = new MySqlColumns(mariaDb, checks).read(catalog);
        keys = constraints.keys();
        foreignKeys = constraints.foreignKeys();
    }

    private Schema schema() throws SQLException {
        catalog.list("""
                SELECT TABLE_NAME, TABLE_TYPE, ENGINE, AVG_ROW_LENGTH,
                    CAST(LEAST(AUTO_INCREMENT, 9223372036854775807) AS SIGNED) AS COUNTER,
                    CAST(UPDATE_TIME AS CHAR) AS LAST_WRITE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?""", this::addRelation);
        catalog.list("""
                SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION
                FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?
                ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER""", this::addTrigger);
        others.addAll(catalog.list("""
                SELECT CONCAT('event ', EVENT_NAME) FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?
                UNION ALL SELECT CONCAT(LOWER(ROUTINE_TYPE), ' ', ROUTINE_NAME) FROM information_schema.ROUTINES
                WHERE ROUTINE_SCHEMA = ?""", row -> row.getString(1)));
        return new Schema(catalog.database(), Collections.unmodifiableMap(tables), triggers, views, others, audit);
    }

    /** A table, a view or a sequence; a temporary table of this session is no part of the database. Returns its name. */
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
                    + " cannot be opened by the server; repair or drop it: CHECK TABLE tells why");
        }
        List<Column> ofTable = columns.getOrDefault(name, List.of());
        List<Key> itsKeys = keys.getOrDefault(name, List.of());
        List<ForeignKey> references = foreignKeys.getOrDefault(name, List.of());
        DefinitionText text = new DefinitionText(name, showCreate(name, references));
        return new Table(
                name,
                engine,
                ofTable,
                itsKeys,
                references,
                checks.getOrDefault(name, List.of()),
                text.partitioning(),
                row.getObject("COUNTER", Long.class),
                row.getLong("AVG_ROW_LENGTH"),
                row.getString("LAST_WRITE"),
                text.definition(catalog.database(), engine, itsKeys, ofTable, references));
    }

    /** MariaDB 11.4 doubles no backtick in the names of a foreign key and of its columns, so that they have no clear end. */
    private String showCreate(String table, List<ForeignKey> references) throws SQLException {
        String create = catalog.showCreate("TABLE", table, "Create Table");
        for (ForeignKey key : references) {
            create = create.replace(
                    DefinitionText.clause(key, catalog.database(), name -> "`" + name + "`"),
                    DefinitionText.clause(key, catalog.database(), SqlText::quoted));
        }
        return create;
    }

    /** Without the definer, who may have no account any more: the user who creates a view becomes its definer. */
    private void addView(String name) throws SQLException {
        String text = catalog.showCreate("VIEW", name, "Create View");
        if (isCarried("view " + name, text)) {
            views.add(new Schema.View(name, DEFINER.matcher(text).replaceFirst("")));
        }
    }

    /** Returns its name. */
    private String addTrigger(ResultSet row) throws SQLException {
        String name = text(row, "TRIGGER_NAME");
        String table = text(row, "EVENT_OBJECT_TABLE");
        String text = catalog.showCreate("TRIGGER", name, "SQL Original Statement");
        Matcher head = TRIGGER_HEAD.matcher(text);
        String body = head.lookingAt() ? text.substring(head.end()).strip() : text;
        if (isCarried("trigger " + name, body)) {
            String create = "CREATE TRIGGER " + SqlText.quoted(name) + " " + text(row, "ACTION_TIMING") + " "
                    + text(row, "EVENT_MANIPULATION") + " ON " + SqlText.quoted(table) + " FOR EACH ROW " + body;
            triggers.add(new Schema.Trigger(name, table, create));
        }
        return name;
    }

    /** Not if its text names the database, since it would read or write the source; then it is named. */
    private boolean isCarried(String object, String text) {
        String database = catalog.database();
        String name = Pattern.quote(SqlText.quoted(database)) + "|" + Pattern.quote(database);
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
}
