package io.snowflakeid.merge.checker;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the target tells about itself: which source has which number, what became of ids, and who has a new name. */
final class Audit {

    /** By alias. */
    final Map<String, String> numbers = new HashMap<>();

    final Map<Rename, String> renames = new HashMap<>();
    private final Map<IdColumn, Map<Integer, Long>> shifts = new HashMap<>();
    private final Map<OldId, Long> newIds = new HashMap<>();

    /** The column that others refer to, in lower case. */
    record IdColumn(String table, String column) {
        static IdColumn of(String table, String column) {
            return new IdColumn(table.toLowerCase(Locale.ROOT), column.toLowerCase(Locale.ROOT));
        }
    }

    record Rename(IdColumn column, int source, String oldName) {
        @Override
        public String toString() {
            return column.table() + "." + column.column() + " of source " + source + ": " + oldName;
        }
    }

    private record OldId(IdColumn column, int source, long id) {}

    Audit(RowReader reader, String target) throws SQLException {
        String in = reader.quoted(target) + ".snowflake_merge_";
        for (List<String> row : reader.texts("SELECT alias, number FROM " + in + "source")) {
            numbers.put(row.get(0), row.get(1));
        }
        String ranges = "SELECT table_name, column_name, source, shift, map_table FROM " + in + "range";
        for (List<String> row : reader.texts(ranges)) {
            IdColumn column = IdColumn.of(row.get(0), row.get(1));
            int source = Integer.parseInt(row.get(2));
            shifts.computeIfAbsent(column, id -> new HashMap<>()).put(source, Long.valueOf(row.get(3)));
            if (row.get(4) != null) {
                readMap(reader, reader.quoted(target, row.get(4)), column, source);
            }
        }
        String names = "SELECT merge_table, merge_column, merge_source, merge_old_value, merge_new_value FROM " + in
                + "rename";
        for (List<String> row : reader.texts(names)) {
            IdColumn column = IdColumn.of(row.get(0), row.get(1));
            renames.put(new Rename(column, Integer.parseInt(row.get(2)), row.get(3)), row.get(4));
        }
    }

    private void readMap(RowReader reader, String map, IdColumn column, int source) throws SQLException {
        String query = "SELECT merge_old_id, merge_new_id FROM " + map + " WHERE merge_source = " + source;
        for (List<String> row : reader.texts(query)) {
            newIds.put(new OldId(column, source, Long.parseLong(row.get(0))), Long.valueOf(row.get(1)));
        }
    }

    boolean isIdColumn(IdColumn column) {
        return shifts.containsKey(column);
    }

    /** The id in the target of what a source calls {@code oldId}. */
    long newId(IdColumn column, int source, long oldId) {
        Long known = newIds.get(new OldId(column, source, oldId));
        return known != null
                ? known
                : oldId + shifts.getOrDefault(column, Map.of()).getOrDefault(source, 0L);
    }

    /** From now on references to that row lead to the one which was kept in its place. */
    void follow(IdColumn column, int source, long oldId, long newId) {
        newIds.put(new OldId(column, source, oldId), newId);
    }
}
