package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlTokens.Dialect;
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
import org.jspecify.annotations.Nullable;

/** Reads the catalog of H2, in its own mode or MySQL's. */
final class H2Catalog {

    private final CatalogQuery catalog;
    private final List<String> others = new ArrayList<>();
    private final List<String> audit = new ArrayList<>();

    static Schema read(Connection connection, String database) throws SQLException {
        List<String> schemas = new ArrayList<>();
        new CatalogQuery(connection, database)
                .each(
                        "SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA"
                                + " WHERE UPPER(SCHEMA_NAME) = UPPER(CAST(? AS VARCHAR))",
                        row -> schemas.add(CatalogQuery.text(row, "SCHEMA_NAME")));
        if (schemas.contains(database)) {
            return new H2Catalog(new CatalogQuery(connection, database)).schema();
        }
        if (schemas.size() == 1) {
            return new H2Catalog(new CatalogQuery(connection, schemas.get(0))).schema();
        }
        throw new IllegalArgumentException("there is no schema " + database + " in this H2 database; name "
                + (schemas.isEmpty() ? "one that it has" : "one of " + schemas));
    }

    private H2Catalog(CatalogQuery catalog) {
        this.catalog = catalog;
    }

    private Schema schema() throws SQLException {
        List<String> tableNames = tableNames();
        Grouped<H2Column> columns = columns();
        H2Keys keys = H2Keys.read(catalog);
        Map<String, Table> tables = new TreeMap<>();
        for (String name : tableNames) {
            H2Definition definition = new H2Definition(name, columns.of(name), keys);
            tables.put(name, definition.table());
        }
        List<Schema.View> views = views(new HashSet<>(tableNames));
        List<Schema.Trigger> triggers = triggers();
        readOthers();
        return new Schema(
                catalog.database(),
                Collections.unmodifiableMap(tables),
                triggers,
                views,
                List.copyOf(others),
                audit.stream().sorted().toList());
    }

    private List<String> tableNames() throws SQLException {
        List<String> names = new ArrayList<>();
        catalog.each(
                "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
                row -> {
                    String name = CatalogQuery.text(row, "TABLE_NAME");
                    if (isAudit(name)) {
                        audit.add(name);
                    } else {
                        names.add(name);
                    }
                });
        return names;
    }

    private static boolean isAudit(String name) {
        return name.regionMatches(true, 0, Schema.AUDIT_PREFIX, 0, Schema.AUDIT_PREFIX.length());
    }

    private Grouped<H2Column> columns() throws SQLException {
        Grouped<H2Column> columns = new Grouped<>();
        catalog.each(
                "SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER) AS SQL_TYPE,"
                        + " IS_NULLABLE, CHARACTER_MAXIMUM_LENGTH, COLLATION_NAME, COLUMN_DEFAULT, COLUMN_ON_UPDATE, IS_IDENTITY,"
                        + " IDENTITY_BASE, IS_GENERATED, GENERATION_EXPRESSION, IS_VISIBLE, DEFAULT_ON_NULL"
                        + " FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY ORDINAL_POSITION",
                row -> columns.add(CatalogQuery.text(row, "TABLE_NAME"), H2Column.of(row)));
        return columns;
    }

    private List<Schema.View> views(Set<String> tablesAndViews) throws SQLException {
        Map<String, String> definitions = new TreeMap<>();
        catalog.each("SELECT TABLE_NAME, VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = ?", row -> {
            String definition = row.getString("VIEW_DEFINITION");
            String name = CatalogQuery.text(row, "TABLE_NAME");
            if (isAudit(name)) {
                audit.add(name);
            } else if (definition != null) {
                definitions.put(name, definition);
            }
        });
        tablesAndViews.addAll(definitions.keySet());
        Grouped<String> columns = new Grouped<>();
        catalog.each(
                "SELECT TABLE_NAME, COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ?"
                        + " ORDER BY ORDINAL_POSITION",
                row -> columns.add(CatalogQuery.text(row, "TABLE_NAME"), CatalogQuery.text(row, "COLUMN_NAME")));
        List<Schema.View> views = new ArrayList<>();
        definitions.forEach((name, definition) -> views.add(new Schema.View(
                name,
                "CREATE VIEW " + Dialect.H2.quoted(name) + "(" + H2Definition.list(columns.of(name)) + ") AS\n"
                        + QualifiedNames.without(
                                catalog.database(), tablesAndViews, SqlTokens.of(definition, Dialect.H2)))));
        return ViewOrder.sorted(views, Dialect.H2);
    }

    /** Those of a Java class; one whose source is stored is only named. */
    private List<Schema.Trigger> triggers() throws SQLException {
        List<Schema.Trigger> triggers = new ArrayList<>();
        catalog.each(
                "SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORIENTATION, JAVA_CLASS"
                        + " FROM INFORMATION_SCHEMA.TRIGGERS WHERE TRIGGER_SCHEMA = ? ORDER BY TRIGGER_NAME",
                row -> {
                    String name = CatalogQuery.text(row, "TRIGGER_NAME");
                    String javaClass = row.getString("JAVA_CLASS");
                    if (javaClass == null) {
                        others.add("trigger " + name);
                    } else {
                        triggers.add(trigger(name, javaClass, row));
                    }
                });
        return List.copyOf(triggers);
    }

    private static Schema.Trigger trigger(String name, String javaClass, ResultSet row) throws SQLException {
        String table = CatalogQuery.text(row, "EVENT_OBJECT_TABLE");
        String timing = CatalogQuery.text(row, "ACTION_TIMING");
        String event = CatalogQuery.text(row, "EVENT_MANIPULATION");
        String create = "CREATE TRIGGER " + Dialect.H2.quoted(name) + " " + timing + " " + event + " ON "
                + Dialect.H2.quoted(table) + " FOR EACH " + CatalogQuery.text(row, "ACTION_ORIENTATION") + " CALL "
                + H2Definition.text(javaClass);
        return new Schema.Trigger(name, table, timing, event, create);
    }

    private void readOthers() throws SQLException {
        addOthers("sequence", "SELECT SEQUENCE_NAME FROM INFORMATION_SCHEMA.SEQUENCES WHERE SEQUENCE_SCHEMA = ?");
        addOthers("domain", "SELECT DOMAIN_NAME FROM INFORMATION_SCHEMA.DOMAINS WHERE DOMAIN_SCHEMA = ?");
        addOthers("function", "SELECT ROUTINE_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = ?");
        Collections.sort(others);
    }

    private void addOthers(String kind, String sql) throws SQLException {
        catalog.each(sql, row -> {
            @Nullable String name = row.getString(1);
            others.add(kind + " " + name);
        });
    }
}
