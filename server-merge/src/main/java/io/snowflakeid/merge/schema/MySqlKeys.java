package io.snowflakeid.merge.schema;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads keys, foreign keys and checks of MySQL and MariaDB. */
final class MySqlKeys {

    private final CatalogQuery catalog;
    private final boolean mariaDb;

    MySqlKeys(CatalogQuery catalog, boolean mariaDb) {
        this.catalog = catalog;
        this.mariaDb = mariaDb;
    }

    /** Of a table, in the order of names. */
    private record Named(String table, String name) implements Comparable<Named> {
        private static final Comparator<Named> ORDER =
                Comparator.comparing(Named::table).thenComparing(Named::name);

        @Override
        public int compareTo(Named other) {
            return ORDER.compare(this, other);
        }
    }

    /** A key of which some columns were read. */
    private static final class OpenKey {
        private final List<String> columns = new ArrayList<>();
        private boolean unique;
        private boolean plain = true;
    }

    Grouped<Key> keys() throws SQLException {
        Map<Named, OpenKey> found = new TreeMap<>();
        catalog.each(
                "SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, SUB_PART, INDEX_TYPE"
                        + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? ORDER BY SEQ_IN_INDEX",
                row -> {
                    Named name = new Named(CatalogQuery.text(row, "TABLE_NAME"), CatalogQuery.text(row, "INDEX_NAME"));
                    OpenKey key = found.computeIfAbsent(name, absent -> new OpenKey());
                    String column = row.getString("COLUMN_NAME");
                    if (column != null) {
                        key.columns.add(column);
                    }
                    key.unique = row.getInt("NON_UNIQUE") == 0;
                    String type = CatalogQuery.text(row, "INDEX_TYPE");
                    key.plain &= column != null
                            && row.getString("SUB_PART") == null
                            && (type.equals("BTREE") || type.equals("HASH"));
                });
        Grouped<Key> keys = new Grouped<>();
        for (boolean primary : new boolean[] {true, false}) {
            found.forEach((name, key) -> {
                if (name.name().equals("PRIMARY") == primary) {
                    keys.add(
                            name.table(),
                            new Key(name.name(), primary, key.unique, List.copyOf(key.columns), key.plain));
                }
            });
        }
        return keys;
    }

    /** A foreign key of which some columns were read. */
    private static final class OpenForeignKey {
        private final List<String> columns = new ArrayList<>();
        private final List<String> parentColumns = new ArrayList<>();
        private String parentDatabase = "";
        private String parentTable = "";
    }

    Grouped<ForeignKey> foreignKeys() throws SQLException {
        Map<Named, String> onDelete = new TreeMap<>();
        catalog.each(
                "SELECT TABLE_NAME, CONSTRAINT_NAME, DELETE_RULE"
                        + " FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?",
                row -> onDelete.put(
                        new Named(CatalogQuery.text(row, "TABLE_NAME"), CatalogQuery.text(row, "CONSTRAINT_NAME")),
                        CatalogQuery.text(row, "DELETE_RULE")));
        Map<Named, OpenForeignKey> found = new TreeMap<>();
        catalog.each(
                "SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,"
                        + " REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE"
                        + " WHERE TABLE_SCHEMA = ? AND REFERENCED_TABLE_NAME IS NOT NULL ORDER BY ORDINAL_POSITION",
                row -> {
                    OpenForeignKey key = found.computeIfAbsent(
                            new Named(CatalogQuery.text(row, "TABLE_NAME"), CatalogQuery.text(row, "CONSTRAINT_NAME")),
                            absent -> new OpenForeignKey());
                    key.columns.add(CatalogQuery.text(row, "COLUMN_NAME"));
                    key.parentColumns.add(CatalogQuery.text(row, "REFERENCED_COLUMN_NAME"));
                    key.parentDatabase = CatalogQuery.text(row, "REFERENCED_TABLE_SCHEMA");
                    key.parentTable = CatalogQuery.text(row, "REFERENCED_TABLE_NAME");
                });
        Grouped<ForeignKey> foreignKeys = new Grouped<>();
        found.forEach((name, key) -> foreignKeys.add(
                name.table(),
                new ForeignKey(
                        name.name(),
                        List.copyOf(key.columns),
                        key.parentDatabase,
                        key.parentTable,
                        List.copyOf(key.parentColumns),
                        onDelete.getOrDefault(name, "NO ACTION"))));
        return foreignKeys;
    }

    /** In the order of their texts, since a server names them as it likes. */
    Grouped<String> checks() throws SQLException {
        Map<Named, String> found = new TreeMap<>();
        catalog.each(
                mariaDb
                        ? "SELECT TABLE_NAME, CHECK_CLAUSE, '' AS SWITCHED FROM information_schema.CHECK_CONSTRAINTS"
                                + " WHERE CONSTRAINT_SCHEMA = ?"
                        : "SELECT t.TABLE_NAME, c.CHECK_CLAUSE, IF(t.ENFORCED = 'NO', ' NOT ENFORCED', '') AS SWITCHED"
                                + " FROM information_schema.CHECK_CONSTRAINTS c"
                                + " JOIN information_schema.TABLE_CONSTRAINTS t USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)"
                                + " WHERE c.CONSTRAINT_SCHEMA = ? AND t.CONSTRAINT_TYPE = 'CHECK'",
                row -> {
                    String clause = CatalogQuery.text(row, "CHECK_CLAUSE") + CatalogQuery.text(row, "SWITCHED");
                    found.put(new Named(CatalogQuery.text(row, "TABLE_NAME"), clause), clause);
                });
        Grouped<String> checks = new Grouped<>();
        found.forEach((name, clause) -> checks.add(name.table(), clause));
        return checks;
    }
}
