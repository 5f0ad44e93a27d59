package io.snowflakeid.merge.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the catalog of MySQL or MariaDB: one query per view for all tables, and one per table for its definition. */
final class MySqlCatalog {

    private final CatalogQuery catalog;
    private final Map<String, List<String>> checks;
    private final Map<String, List<Column>> columns;
    private final Map<String, List<Key>> keys;
    private final Map<String, List<ForeignKey>> foreignKeys;

    private final Map<String, Table> tables = new TreeMap<>();
    private final List<String> views = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final List<String> audit = new ArrayList<>();

    static Schema read(Connection connection, String database, boolean mariaDb) throws SQLException {
        CatalogQuery catalog = new CatalogQuery(connection, database);
        if (catalog.list("SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?", row -> 1)
                .isEmpty()) {
            throw new IllegalArgumentException("there is no database " + database
                    + ", or its user may not see it; check its name, and the user's rights");
        }
        String before = connection.getCatalog();
        // views of the current database are shown without its name
        connection.setCatalog(database);
        try {
            return new MySqlCatalog(catalog, mariaDb).schema();
        } finally {
            if (before != null && !before.isEmpty()) {
                connection.setCatalog(before);
            }
        }
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
        catalog.list(
                "SELECT TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_COLLATION, AUTO_INCREMENT, AVG_ROW_LENGTH,"
                        + " CAST(UPDATE_TIME AS CHAR) AS LAST_WRITE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
                this::add);
        Set<String> tablesAndViews = new HashSet<>(tables.keySet());
        tablesAndViews.addAll(views);
        MySqlStored stored = new MySqlStored(catalog, tablesAndViews);
        List<Schema.Trigger> triggers = stored.triggers();
        List<Schema.View> created = stored.views(views);
        others.addAll(stored.others());
        return new Schema(catalog.database(), Collections.unmodifiableMap(tables), triggers, created, others, audit);
    }

    /** A table, a view or a sequence; a temporary table of this session is no part of the database. Returns its name. */
    private String add(ResultSet row) throws SQLException {
        String name = CatalogQuery.text(row, "TABLE_NAME");
        if (name.startsWith(Schema.AUDIT_PREFIX)) {
            audit.add(name);
            return name;
        }
        switch (CatalogQuery.text(row, "TABLE_TYPE")) {
            case "BASE TABLE", "SYSTEM VERSIONED" -> tables.put(name, table(name, row));
            case "VIEW" -> views.add(name);
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
        String create = catalog.showCreate("TABLE", name, "Create Table");
        DefinitionText text = DefinitionText.of(name, ForeignKeyText.quoted(create, catalog.database(), references));
        return new Table(
                name,
                engine,
                row.getString("TABLE_COLLATION"),
                ofTable,
                itsKeys,
                references,
                checks.getOrDefault(name, List.of()),
                text.partitioning(),
                CatalogQuery.count(row, "AUTO_INCREMENT"),
                row.getLong("AVG_ROW_LENGTH"),
                row.getString("LAST_WRITE"),
                text.definition(engine, itsKeys, ofTable));
    }
}
