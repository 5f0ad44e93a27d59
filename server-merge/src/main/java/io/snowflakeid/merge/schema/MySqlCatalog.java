package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the catalog of MySQL or MariaDB: one question per view for all tables, and one per table for its definition. */
final class MySqlCatalog {

    private final CatalogQuery catalog;
    private final boolean mariaDb;
    private final List<TableRow> tableRows = new ArrayList<>();
    private final List<String> viewNames = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final List<String> audit = new ArrayList<>();

    /** What {@code information_schema.TABLES} tells of a base table. */
    private record TableRow(
            String name,
            String engine,
            @Nullable String collation,
            @Nullable Long nextAutoIncrement,
            long averageRowBytes,
            @Nullable String lastWrite) {}

    static Schema read(Connection connection, String database, boolean mariaDb) throws SQLException {
        List<String> found = new ArrayList<>();
        new CatalogQuery(connection, database)
                .each(
                        "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?",
                        row -> found.add(CatalogQuery.text(row, "SCHEMA_NAME")));
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no database " + database
                    + ", or its user may not see it; check its name, and the user's rights");
        }
        try (MySqlSession session = MySqlSession.open(connection, database, mariaDb)) {
            return new MySqlCatalog(session.catalog(database), mariaDb).schema();
        }
    }

    private MySqlCatalog(CatalogQuery catalog, boolean mariaDb) {
        this.catalog = catalog;
        this.mariaDb = mariaDb;
    }

    private Schema schema() throws SQLException {
        readTableRows();
        MySqlKeys constraints = new MySqlKeys(catalog, mariaDb);
        Grouped<String> checks = constraints.checks();
        Grouped<Column> columns = new MySqlColumns(mariaDb, checks).read(catalog);
        Grouped<Key> keys = constraints.keys();
        Grouped<ForeignKey> foreignKeys = constraints.foreignKeys();
        Map<String, Table> tables = new TreeMap<>();
        for (TableRow row : tableRows) {
            String name = row.name();
            String definition = ForeignKeyText.quoted(showCreateTable(name), catalog.database(), foreignKeys.of(name));
            DefinitionText text = DefinitionText.of(name, definition);
            tables.put(
                    name,
                    new Table(
                            name,
                            row.engine(),
                            row.collation(),
                            columns.of(name),
                            keys.of(name),
                            foreignKeys.of(name),
                            checks.of(name),
                            text.partitioning(),
                            row.nextAutoIncrement(),
                            row.averageRowBytes(),
                            row.lastWrite(),
                            text.definition(keys.of(name), columns.of(name))));
        }
        Set<String> tablesAndViews = new HashSet<>(tables.keySet());
        tablesAndViews.addAll(viewNames);
        MySqlStored stored = new MySqlStored(catalog, tablesAndViews);
        others.addAll(stored.others());
        Collections.sort(others);
        return new Schema(
                catalog.database(),
                Collections.unmodifiableMap(tables),
                stored.triggers(),
                stored.views(viewNames),
                List.copyOf(others),
                audit.stream().sorted().toList());
    }

    private void readTableRows() throws SQLException {
        catalog.each(
                "SELECT TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_COLLATION, AUTO_INCREMENT, AVG_ROW_LENGTH,"
                        + " CAST(UPDATE_TIME AS CHAR) AS LAST_WRITE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
                row -> {
                    String name = CatalogQuery.text(row, "TABLE_NAME");
                    if (name.startsWith(Schema.AUDIT_PREFIX)) {
                        audit.add(name);
                        return;
                    }
                    switch (CatalogQuery.text(row, "TABLE_TYPE")) {
                        case "BASE TABLE", "SYSTEM VERSIONED" -> addTable(name, row);
                        case "VIEW" -> viewNames.add(name);
                        case "SEQUENCE" -> others.add("sequence " + name);
                        // a temporary table of this session is no part of the database
                        default -> {}
                    }
                });
    }

    private void addTable(String name, ResultSet row) throws SQLException {
        String engine = row.getString("ENGINE");
        if (engine == null) {
            throw new SQLException("table " + name + " of database " + catalog.database()
                    + " cannot be opened by the server; repair or drop it: CHECK TABLE tells why");
        }
        Long averageRowBytes = CatalogQuery.count(row, "AVG_ROW_LENGTH");
        tableRows.add(new TableRow(
                name,
                engine,
                row.getString("TABLE_COLLATION"),
                CatalogQuery.count(row, "AUTO_INCREMENT"),
                averageRowBytes == null ? 0 : averageRowBytes,
                row.getString("LAST_WRITE")));
    }

    private String showCreateTable(String name) throws SQLException {
        try (Statement statement = catalog.connection().createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + Dialect.MYSQL.quoted(catalog.database())
                        + "." + Dialect.MYSQL.quoted(name))) {
            row.next();
            return CatalogQuery.text(row, "Create Table");
        }
    }
}
