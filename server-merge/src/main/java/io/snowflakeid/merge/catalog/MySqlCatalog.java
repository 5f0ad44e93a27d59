package io.snowflakeid.merge.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the catalog of MySQL or MariaDB: one query per view for all tables, and one per table for its definition. */
final class MySqlCatalog {

    private final CatalogQuery catalog;
    private final boolean mariaDb;

    /** A row of {@code information_schema.TABLES}. */
    private record TableRow(
            String name,
            String type,
            @Nullable String engine,
            @Nullable String collation,
            @Nullable Long nextAutoIncrement,
            @Nullable Long averageRowBytes,
            @Nullable String lastWrite) {}

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

    private MySqlCatalog(CatalogQuery catalog, boolean mariaDb) {
        this.catalog = catalog;
        this.mariaDb = mariaDb;
    }

    private Schema schema() throws SQLException {
        List<TableRow> tableRows = new ArrayList<>();
        List<String> views = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> audit = new ArrayList<>();
        for (TableRow row : tableRows()) {
            if (row.name().startsWith(Schema.AUDIT_PREFIX)) {
                audit.add(row.name());
            } else {
                switch (row.type()) {
                    case "BASE TABLE", "SYSTEM VERSIONED" -> tableRows.add(row);
                    case "VIEW" -> views.add(row.name());
                    case "SEQUENCE" -> others.add("sequence " + row.name());
                    // a temporary table of this session is no part of the database
                    default -> {}
                }
            }
        }
        Map<String, Table> tables = tables(tableRows);
        Set<String> tablesAndViews = new HashSet<>(tables.keySet());
        tablesAndViews.addAll(views);
        MySqlStored stored = new MySqlStored(catalog, tablesAndViews);
        List<Schema.Trigger> triggers = stored.triggers();
        List<Schema.View> created = stored.views(views);
        others.addAll(stored.others());
        return new Schema(catalog.database(), tables, triggers, created, others, audit);
    }

    private List<TableRow> tableRows() throws SQLException {
        return catalog.list(
                "SELECT TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_COLLATION, AUTO_INCREMENT, AVG_ROW_LENGTH,"
                        + " CAST(UPDATE_TIME AS CHAR) AS LAST_WRITE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
                row -> new TableRow(
                        CatalogQuery.text(row, "TABLE_NAME"),
                        CatalogQuery.text(row, "TABLE_TYPE"),
                        row.getString("ENGINE"),
                        row.getString("TABLE_COLLATION"),
                        CatalogQuery.count(row, "AUTO_INCREMENT"),
                        CatalogQuery.count(row, "AVG_ROW_LENGTH"),
                        row.getString("LAST_WRITE")));
    }

    private Map<String, Table> tables(List<TableRow> rows) throws SQLException {
        MySqlKeys constraints = new MySqlKeys(catalog, mariaDb);
        Map<String, List<String>> checks = constraints.checks();
        Map<String, List<Column>> columns = new MySqlColumns(mariaDb, checks).read(catalog);
        Map<String, List<Key>> keys = constraints.keys();
        Map<String, List<ForeignKey>> foreignKeys = constraints.foreignKeys();
        Map<String, Table> tables = new TreeMap<>();
        for (TableRow row : rows) {
            String name = row.name();
            String engine = row.engine();
            if (engine == null) {
                throw new SQLException("table " + name + " of database " + catalog.database()
                        + " cannot be opened by the server; repair or drop it: CHECK TABLE tells why");
            }
            List<Key> ofTable = keys.getOrDefault(name, List.of());
            List<ForeignKey> references = foreignKeys.getOrDefault(name, List.of());
            DefinitionText text = DefinitionText.of(
                    name,
                    ForeignKeyText.quoted(
                            catalog.showCreate("TABLE", name, "Create Table"), catalog.database(), references));
            tables.put(
                    name,
                    new Table(
                            name,
                            engine,
                            row.collation(),
                            columns.getOrDefault(name, List.of()),
                            ofTable,
                            references,
                            checks.getOrDefault(name, List.of()),
                            text.partitioning(),
                            row.nextAutoIncrement(),
                            row.averageRowBytes() == null ? 0 : row.averageRowBytes(),
                            row.lastWrite(),
                            text.definition(engine, ofTable, columns.getOrDefault(name, List.of()))));
        }
        return Collections.unmodifiableMap(tables);
    }
}
