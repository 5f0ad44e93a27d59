package io.snowflakeid.merge.checker;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the target tells about itself: which source has which number, what became of ids, and who has a new name. */
final class Audit {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<IdColumn, Map<Integer, Range>> ranges = new HashMap<>();
    private final Map<IdColumn, Map<Integer, Map<Long, Long>>> followed = new HashMap<>();
    private final Map<Rename, String> renames = new HashMap<>();

    /** The column that others refer to, in lower case. */
    record IdColumn(String table, String column) {
        static IdColumn of(String table, String column) {
            return new IdColumn(table.toLowerCase(Locale.ROOT), column.toLowerCase(Locale.ROOT));
        }
    }

    record Rename(String table, String column, int source, String oldName) {}

    private record Range(long shift, Map<Long, Long> map) {}

    Audit(Connection connection, String quote, String target) throws SQLException {
        String in = quote + target + quote + ".";
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found =
                    statement.executeQuery("SELECT number, alias FROM " + in + "snowflake_merge_source")) {
                while (found.next()) {
                    numbers.put(found.getString(2), found.getInt(1));
                }
            }
            readRanges(statement, in, quote);
            String query = "SELECT merge_table, merge_column, merge_source, merge_old_value, merge_new_value FROM " + in
                    + "snowflake_merge_rename";
            try (ResultSet found = statement.executeQuery(query)) {
                while (found.next()) {
                    Rename rename = new Rename(
                            found.getString(1).toLowerCase(Locale.ROOT),
                            found.getString(2).toLowerCase(Locale.ROOT),
                            found.getInt(3),
                            found.getString(4));
                    renames.put(rename, found.getString(5));
                }
            }
        }
    }

    private void readRanges(Statement statement, String in, String quote) throws SQLException {
        Map<String, Map<Integer, Map<Long, Long>>> maps = new HashMap<>();
        String tables = "SELECT DISTINCT map_table FROM " + in + "snowflake_merge_range WHERE map_table IS NOT NULL";
        try (ResultSet found = statement.executeQuery(tables)) {
            while (found.next()) {
                maps.put(found.getString(1), new HashMap<>());
            }
        }
        for (Map.Entry<String, Map<Integer, Map<Long, Long>>> map : maps.entrySet()) {
            String query = "SELECT merge_source, merge_old_id, merge_new_id FROM " + in + quote + map.getKey() + quote;
            try (ResultSet found = statement.executeQuery(query)) {
                while (found.next()) {
                    map.getValue()
                            .computeIfAbsent(found.getInt(1), source -> new HashMap<>())
                            .put(found.getLong(2), found.getLong(3));
                }
            }
        }
        String query = "SELECT table_name, column_name, source, shift, map_table FROM " + in + "snowflake_merge_range";
        try (ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                int source = found.getInt(3);
                Map<Long, Long> map =
                        maps.getOrDefault(found.getString(5), Map.of()).getOrDefault(source, Map.of());
                ranges.computeIfAbsent(IdColumn.of(found.getString(1), found.getString(2)), id -> new HashMap<>())
                        .put(source, new Range(found.getLong(4), map));
            }
        }
    }

    /** The number of a source, which must be the one of its place. */
    int number(String alias, List<String> problems, int expected) {
        Integer number = numbers.get(alias);
        if (number == null || number != expected) {
            problems.add(
                    "snowflake_merge_source tells number " + number + " for " + alias + ", it is source " + expected);
        }
        return expected;
    }

    boolean isIdColumn(IdColumn column) {
        return ranges.containsKey(column);
    }

    /** The id in the target of what a source calls {@code oldId}. */
    long newId(IdColumn column, int source, long oldId) {
        Long other = followed.getOrDefault(column, Map.of())
                .getOrDefault(source, Map.of())
                .get(oldId);
        if (other != null) {
            return other;
        }
        Range range = ranges.getOrDefault(column, Map.of()).get(source);
        if (range == null) {
            return oldId;
        }
        Long mapped = range.map().get(oldId);
        return mapped != null ? mapped : oldId + range.shift();
    }

    /** From now on references to that row lead to the one which was kept in its place. */
    void follow(IdColumn column, int source, long oldId, long newId) {
        followed.computeIfAbsent(column, id -> new HashMap<>())
                .computeIfAbsent(source, number -> new HashMap<>())
                .put(oldId, newId);
    }

    /** The name in the target of what a source calls {@code oldName}. */
    String newName(String table, String column, int source, String oldName) {
        return renames.getOrDefault(rename(table, column, source, oldName), oldName);
    }

    boolean isRenamed(String table, String column, int source, String oldName) {
        return renames.containsKey(rename(table, column, source, oldName));
    }

    private static Rename rename(String table, String column, int source, String oldName) {
        return new Rename(table.toLowerCase(Locale.ROOT), column.toLowerCase(Locale.ROOT), source, oldName);
    }

    Map<Rename, String> renames() {
        return renames;
    }
}
