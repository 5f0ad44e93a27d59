package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.MergeFacts.Columns;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the audit tables of the target say: which source has which number, what became of ids, and which names are new. */
final class Audit {

    /** By alias. */
    final Map<String, String> numbers = new HashMap<>();

    final Map<Rename, String> renames = new HashMap<>();
    private final Map<Columns, Map<Integer, Long>> shifts = new HashMap<>();
    private final Map<OldId, Long> newIds = new HashMap<>();

    /** A name of a source that is another one in the target. */
    record Rename(Columns column, int source, String oldName) {
        @Override
        public String toString() {
            String name = column.table() + "." + column.names().get(0);
            return name + " of source " + source + ": " + Database.decoded(oldName);
        }
    }

    private record OldId(Columns column, int source, String id) {}

    Audit(Database target, String name) throws SQLException {
        String in = target.quoted(name) + ".snowflake_merge_";
        for (List<String> row : target.texts("SELECT alias, number FROM " + in + "source")) {
            numbers.put(row.get(0), row.get(1));
        }
        String ranges = "SELECT table_name, column_name, source, shift, map_table FROM " + in + "range";
        for (List<String> row : target.texts(ranges)) {
            Columns column = column(row.get(0), row.get(1));
            int source = Integer.parseInt(row.get(2));
            shifts.computeIfAbsent(column, any -> new HashMap<>()).put(source, Long.valueOf(row.get(3)));
            if (row.get(4) != null) {
                String map = "SELECT merge_old_id, merge_new_id FROM " + target.quoted(name, row.get(4))
                        + " WHERE merge_source = " + source;
                for (List<String> id : target.texts(map)) {
                    follow(column, source, id.get(0), Long.parseLong(id.get(1)));
                }
            }
        }
        String names = "SELECT merge_table, merge_column, merge_source, merge_old_value, merge_new_value FROM " + in
                + "rename";
        for (List<String> row : target.texts(names)) {
            Columns column = column(row.get(0), row.get(1));
            String old = Database.encoded(row.get(3));
            renames.put(new Rename(column, Integer.parseInt(row.get(2)), old), Database.encoded(row.get(4)));
        }
    }

    /** A column as the audit is asked about it: in lower case. */
    static Columns column(String table, String column) {
        return new Columns(table.toLowerCase(Locale.ROOT), List.of(column.toLowerCase(Locale.ROOT)));
    }

    boolean isIdColumn(Columns column) {
        return shifts.containsKey(column);
    }

    /** The id in the target of what a source calls {@code oldId}. */
    long newId(Columns column, int source, String oldId) {
        Long known = newIds.get(new OldId(column, source, oldId));
        return known != null
                ? known
                : Long.parseLong(oldId) + shifts.getOrDefault(column, Map.of()).getOrDefault(source, 0L);
    }

    /** From now on references to that row lead to the one which was kept in its place. */
    void follow(Columns column, int source, String oldId, long newId) {
        newIds.put(new OldId(column, source, oldId), newId);
    }
}
