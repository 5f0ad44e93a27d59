package io.snowflakeid.merge.schema;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What statements can create, change and drop in a database while its tables are locked against writes: tables, views, triggers,
 * events, routines and sequences, each with a text that changes with its definition. A sequence's text tells its next value.
 *
 * @param versions the texts, by kind and name, such as {@code event daily}
 */
public record ObjectVersions(Map<String, String> versions) {

    /** Of a database whose catalog was just read by the same session. */
    public static ObjectVersions of(Connection connection, Schema schema) throws SQLException {
        Map<String, String> versions = new TreeMap<>();
        schema.tables().keySet().forEach(table -> versions.put("table " + table, ""));
        schema.views().forEach(view -> versions.put("view " + view.name(), view.create()));
        schema.triggers().forEach(trigger -> versions.put("trigger " + trigger.name(), trigger.create()));
        schema.others().forEach(other -> versions.put(other, ""));
        if (!connection.getMetaData().getDatabaseProductName().equals("H2")) {
            addAlterations(new CatalogQuery(connection, schema.database()), versions);
        }
        return new ObjectVersions(Collections.unmodifiableMap(versions));
    }

    private static void addAlterations(CatalogQuery catalog, Map<String, String> versions) throws SQLException {
        catalog.each(
                "SELECT EVENT_NAME, STATUS, LAST_ALTERED FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?",
                row -> versions.put("event " + row.getString(1), row.getString(2) + " " + row.getString(3)));
        catalog.each(
                "SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME, LAST_ALTERED FROM information_schema.ROUTINES"
                        + " WHERE ROUTINE_SCHEMA = ?",
                row -> versions.put(row.getString(1) + " " + row.getString(2), row.getString(3)));
        for (String object : List.copyOf(versions.keySet())) {
            if (object.startsWith("sequence ")) {
                versions.put(object, nextOf(catalog, object.substring("sequence ".length())));
            }
        }
    }

    private static String nextOf(CatalogQuery catalog, String sequence) throws SQLException {
        try (Statement statement = catalog.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT next_not_cached_value FROM "
                        + SqlTokens.Dialect.MYSQL.quoted(catalog.database()) + "."
                        + SqlTokens.Dialect.MYSQL.quoted(sequence))) {
            row.next();
            return CatalogQuery.text(row, "next_not_cached_value");
        }
    }

    /** What was created, dropped or changed until then, such as {@code trigger t was created}. */
    public List<String> changesUntil(ObjectVersions later) {
        List<String> changes = new ArrayList<>();
        versions.forEach((object, version) -> {
            String then = later.versions.get(object);
            if (then == null) {
                changes.add(object + " was dropped");
            } else if (!then.equals(version)) {
                changes.add(object + " was changed");
            }
        });
        for (String object : later.versions.keySet()) {
            if (!versions.containsKey(object)) {
                changes.add(object + " was created");
            }
        }
        return changes;
    }

    /** A number that differs where anything differs. */
    public long hash() {
        return UUID.nameUUIDFromBytes(versions.toString().getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits();
    }
}
