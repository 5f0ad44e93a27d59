package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keys and constraints of a schema of H2.
 *
 * @param keys in the order of names, the primary one by its constraint's name
 * @param foreignKeys in the order of names
 * @param checks in the order of names
 */
record H2Keys(Grouped<NamedKey> keys, Grouped<NamedForeignKey> foreignKeys, Grouped<Table.Part> checks) {

    /** A key and the statement that adds it. */
    record NamedKey(Key key, Table.Part added) {}

    /** A foreign key and the statement that adds it. */
    record NamedForeignKey(ForeignKey key, Table.Part added) {}

    static H2Keys read(CatalogQuery catalog) throws SQLException {
        return new Reader(catalog).read();
    }

    private static final class Reader {

        private final CatalogQuery catalog;
        private final Map<Named, ConstraintColumns> constraintColumns = new HashMap<>();
        private final List<TableKey> keys = new ArrayList<>();

        /** A key and its table. A constraint and an index may have one name. */
        private record TableKey(String table, NamedKey key) {}

        /** In a schema. */
        private record Named(String schema, String name) {}

        private record ConstraintColumns(String table, List<String> columns, List<Integer> parents) {}

        Reader(CatalogQuery catalog) {
            this.catalog = catalog;
        }

        H2Keys read() throws SQLException {
            readConstraintColumns();
            readUniqueConstraints();
            readIndexes();
            Grouped<NamedKey> grouped = new Grouped<>();
            keys.sort(Comparator.comparing(tableKey -> tableKey.key().added().name()));
            keys.forEach(tableKey -> grouped.add(tableKey.table(), tableKey.key()));
            return new H2Keys(grouped, foreignKeys(), checks());
        }

        private void readConstraintColumns() throws SQLException {
            catalog.each(
                    "SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_NAME, COLUMN_NAME, POSITION_IN_UNIQUE_CONSTRAINT"
                            + " FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE ORDER BY ORDINAL_POSITION",
                    row -> {
                        String table = CatalogQuery.text(row, "TABLE_NAME");
                        ConstraintColumns columns = constraintColumns.computeIfAbsent(
                                new Named(
                                        CatalogQuery.text(row, "CONSTRAINT_SCHEMA"),
                                        CatalogQuery.text(row, "CONSTRAINT_NAME")),
                                absent -> new ConstraintColumns(table, new ArrayList<>(), new ArrayList<>()));
                        columns.columns().add(CatalogQuery.text(row, "COLUMN_NAME"));
                        columns.parents().add(row.getInt("POSITION_IN_UNIQUE_CONSTRAINT"));
                    });
        }

        private ConstraintColumns columnsOf(String schema, String constraint) throws SQLException {
            ConstraintColumns columns = constraintColumns.get(new Named(schema, constraint));
            if (columns == null) {
                throw new SQLException("the catalog tells no columns of constraint " + schema + "." + constraint);
            }
            return columns;
        }

        private void readUniqueConstraints() throws SQLException {
            catalog.each(
                    "SELECT TABLE_NAME, CONSTRAINT_NAME, CONSTRAINT_TYPE, NULLS_DISTINCT FROM"
                            + " INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?"
                            + " AND CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE')",
                    row -> {
                        String name = CatalogQuery.text(row, "CONSTRAINT_NAME");
                        String table = CatalogQuery.text(row, "TABLE_NAME");
                        boolean primary =
                                CatalogQuery.text(row, "CONSTRAINT_TYPE").equals("PRIMARY KEY");
                        List<String> columns =
                                columnsOf(catalog.database(), name).columns();
                        String statement = "ALTER TABLE " + Dialect.H2.quoted(table) + " ADD CONSTRAINT "
                                + Dialect.H2.quoted(name)
                                + (primary ? " PRIMARY KEY" : " UNIQUE" + nulls(row.getString("NULLS_DISTINCT")))
                                + " (" + H2Definition.list(columns) + ")";
                        add(
                                table,
                                new Key(primary ? "PRIMARY" : name, primary, true, List.copyOf(columns), true),
                                new Table.Part(name, statement));
                    });
        }

        private static String nulls(@Nullable String distinct) {
            if (distinct == null) {
                return "";
            }
            return switch (distinct) {
                case "YES" -> " NULLS DISTINCT";
                case "NO" -> " NULLS NOT DISTINCT";
                default -> " NULLS ALL DISTINCT";
            };
        }

        private void add(String table, Key key, Table.Part added) {
            keys.add(new TableKey(table, new NamedKey(key, added)));
        }

        /** Those that no constraint made for itself. */
        private void readIndexes() throws SQLException {
            Map<String, List<String>> columns = new HashMap<>();
            Map<String, List<String>> written = new HashMap<>();
            catalog.each(
                    "SELECT INDEX_NAME, COLUMN_NAME, ORDERING_SPECIFICATION FROM INFORMATION_SCHEMA.INDEX_COLUMNS"
                            + " WHERE INDEX_SCHEMA = ? ORDER BY ORDINAL_POSITION",
                    row -> {
                        String index = CatalogQuery.text(row, "INDEX_NAME");
                        String column = CatalogQuery.text(row, "COLUMN_NAME");
                        columns.computeIfAbsent(index, absent -> new ArrayList<>())
                                .add(column);
                        written.computeIfAbsent(index, absent -> new ArrayList<>())
                                .add(Dialect.H2.quoted(column)
                                        + ("DESC".equals(row.getString("ORDERING_SPECIFICATION")) ? " DESC" : ""));
                    });
            catalog.each(
                    "SELECT TABLE_NAME, INDEX_NAME, INDEX_TYPE_NAME, NULLS_DISTINCT FROM INFORMATION_SCHEMA.INDEXES"
                            + " WHERE INDEX_SCHEMA = ? AND NOT IS_GENERATED",
                    row -> {
                        String name = CatalogQuery.text(row, "INDEX_NAME");
                        String table = CatalogQuery.text(row, "TABLE_NAME");
                        String type = CatalogQuery.text(row, "INDEX_TYPE_NAME");
                        boolean unique = type.startsWith("UNIQUE");
                        boolean spatial = type.startsWith("SPATIAL");
                        if (type.startsWith("PRIMARY")) {
                            return;
                        }
                        String statement = "CREATE"
                                + (unique ? " UNIQUE" + nulls(row.getString("NULLS_DISTINCT")) : "")
                                + (spatial ? " SPATIAL" : "") + " INDEX " + Dialect.H2.quoted(name) + " ON "
                                + Dialect.H2.quoted(table) + "("
                                + String.join(", ", written.getOrDefault(name, List.of())) + ")";
                        add(
                                table,
                                new Key(
                                        name,
                                        false,
                                        unique,
                                        List.copyOf(columns.getOrDefault(name, List.of())),
                                        !spatial),
                                new Table.Part(name, statement));
                    });
        }

        private Grouped<NamedForeignKey> foreignKeys() throws SQLException {
            Map<String, NamedForeignKey> found = new TreeMap<>();
            catalog.each(
                    "SELECT CONSTRAINT_NAME, UNIQUE_CONSTRAINT_SCHEMA, UNIQUE_CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE"
                            + " FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?",
                    row -> {
                        ForeignKey key = foreignKey(
                                CatalogQuery.text(row, "CONSTRAINT_NAME"),
                                CatalogQuery.text(row, "UNIQUE_CONSTRAINT_SCHEMA"),
                                CatalogQuery.text(row, "UNIQUE_CONSTRAINT_NAME"),
                                CatalogQuery.text(row, "DELETE_RULE"));
                        String table = columnsOf(catalog.database(), key.name()).table();
                        String parent = (key.parentDatabase().equals(catalog.database())
                                        ? ""
                                        : Dialect.H2.quoted(key.parentDatabase()) + ".")
                                + Dialect.H2.quoted(key.parentTable());
                        String statement = "ALTER TABLE " + Dialect.H2.quoted(table) + " ADD CONSTRAINT "
                                + Dialect.H2.quoted(key.name()) + " FOREIGN KEY (" + H2Definition.list(key.columns())
                                + ") REFERENCES " + parent + " (" + H2Definition.list(key.parentColumns())
                                + ") ON DELETE " + key.onDelete() + " ON UPDATE "
                                + CatalogQuery.text(row, "UPDATE_RULE");
                        found.put(key.name(), new NamedForeignKey(key, new Table.Part(key.name(), statement)));
                    });
            Grouped<NamedForeignKey> grouped = new Grouped<>();
            for (NamedForeignKey key : found.values()) {
                grouped.add(columnsOf(catalog.database(), key.key().name()).table(), key);
            }
            return grouped;
        }

        private ForeignKey foreignKey(String name, String parentSchema, String parentKey, String onDelete)
                throws SQLException {
            ConstraintColumns child = columnsOf(catalog.database(), name);
            ConstraintColumns parent = columnsOf(parentSchema, parentKey);
            List<String> parentColumns = child.parents().stream()
                    .map(position -> parent.columns().get(position - 1))
                    .toList();
            return new ForeignKey(
                    name, List.copyOf(child.columns()), parentSchema, parent.table(), parentColumns, onDelete);
        }

        private Grouped<Table.Part> checks() throws SQLException {
            Map<String, String> clauses = new TreeMap<>();
            catalog.each(
                    "SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS"
                            + " WHERE CONSTRAINT_SCHEMA = ?",
                    row -> clauses.put(
                            CatalogQuery.text(row, "CONSTRAINT_NAME"), CatalogQuery.text(row, "CHECK_CLAUSE")));
            Grouped<Table.Part> checks = new Grouped<>();
            catalog.each(
                    "SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                            + " WHERE CONSTRAINT_SCHEMA = ? AND CONSTRAINT_TYPE = 'CHECK' ORDER BY CONSTRAINT_NAME",
                    row -> {
                        String name = CatalogQuery.text(row, "CONSTRAINT_NAME");
                        String clause = clauses.get(name);
                        if (clause != null) {
                            checks.add(CatalogQuery.text(row, "TABLE_NAME"), new Table.Part(name, clause));
                        }
                    });
            return checks;
        }
    }
}
