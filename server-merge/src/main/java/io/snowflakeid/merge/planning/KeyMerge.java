package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys that more than one row has, by reading the sorted keys of all sources side by side. Memory does not grow with the
 * tables; the answer is exact.
 */
final class KeyMerge {

    private static final int SAMPLES = 5;

    private final Sessions sessions;
    private final List<SourcePlan> sources = new ArrayList<>();
    private final List<String> queries = new ArrayList<>();

    KeyMerge(Sessions sessions) {
        this.sessions = sessions;
    }

    /** A query whose first columns are the key, and which is ordered by them: as numbers, or as bytes. */
    void add(SourcePlan source, String query) {
        sources.add(source);
        queries.add(query);
    }

    /**
     * A row of one of the sources.
     *
     * @param source whose
     * @param key numbers or bytes
     * @param others what the query selects besides, as texts
     */
    record Row(SourcePlan source, List<Object> key, List<@Nullable String> others) {}

    /** Is told of all rows that have one key, in the order of their sources. */
    interface Groups {
        void found(List<Row> group) throws SQLException;
    }

    /**
     * How many keys clash.
     *
     * @param clashes keys that several rows have
     * @param within of these, keys that several rows of one source have
     * @param samples a few of them, with the sources that have them
     * @param repeated a few that one source has several times, and how often
     */
    record Tally(long clashes, long within, List<String> samples, List<String> repeated) {}

    Tally tally(int keyColumns) throws SQLException {
        return tally(keyColumns, group -> group);
    }

    /** The same, of the rows of each group that remain when others are taken out. */
    Tally tally(int keyColumns, UnaryOperator<List<Row>> remaining) throws SQLException {
        long[] clashes = {0, 0};
        List<String> samples = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        groups(keyColumns, all -> {
            List<Row> group = remaining.apply(all);
            if (group.size() < 2) {
                return;
            }
            clashes[0]++;
            clashes[1] += group.stream().map(Row::source).distinct().count() < group.size() ? 1 : 0;
            if (samples.size() < SAMPLES) {
                samples.add(sample(group, keyColumns));
            }
            if (repeated.size() < SAMPLES) {
                repeated.addAll(repeated(group, keyColumns));
            }
        });
        return new Tally(
                clashes[0],
                clashes[1],
                samples,
                repeated.stream().limit(SAMPLES).toList());
    }

    /** What several rows of one source have, and how often; the query selects it first behind the key. */
    static List<String> repeated(List<Row> group, int keyColumns) {
        Map<SourcePlan, List<Row>> bySource =
                group.stream().collect(Collectors.groupingBy(Row::source, LinkedHashMap::new, Collectors.toList()));
        List<String> repeated = new ArrayList<>();
        bySource.forEach((source, rows) -> {
            if (rows.size() > 1) {
                String value = rows.get(0).others().stream()
                        .limit(keyColumns)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
                repeated.add("'" + value + "' " + rows.size() + " times on " + source.alias());
            }
        });
        return repeated;
    }

    /** Of the values that are compared and the key of the row, which may be the same. */
    private static String sample(List<Row> group, int keyColumns) {
        Set<String> aliases = new LinkedHashSet<>();
        List<String> shown = new ArrayList<>();
        for (Row row : group) {
            aliases.add(row.source().alias());
        }
        Row first = group.get(0);
        List<@Nullable String> others = first.others();
        boolean twice = others.size() == 2 * keyColumns
                && others.subList(0, keyColumns).equals(others.subList(keyColumns, others.size()));
        for (@Nullable String other : twice ? others.subList(0, keyColumns) : others) {
            shown.add(String.valueOf(other));
        }
        if (shown.isEmpty()) {
            first.key()
                    .forEach(value -> shown.add(
                            value instanceof byte[] bytes
                                    ? new String(bytes, StandardCharsets.UTF_8)
                                    : value.toString()));
        }
        return String.join(", ", shown) + " on " + String.join(", ", aliases);
    }

    /** Of keys that several rows have. */
    void groups(int keyColumns, Groups groups) throws SQLException {
        List<Cursor> cursors = new ArrayList<>();
        try {
            PriorityQueue<Cursor> queue = new PriorityQueue<>();
            for (int i = 0; i < queries.size(); i++) {
                Cursor cursor = new Cursor(sources.get(i), i, queries.get(i), keyColumns);
                cursors.add(cursor);
                if (cursor.next()) {
                    queue.add(cursor);
                }
            }
            List<Row> group = new ArrayList<>();
            while (!queue.isEmpty()) {
                Cursor least = queue.remove();
                Row row = least.row();
                if (!group.isEmpty() && compare(group.get(0).key(), row.key()) != 0) {
                    tell(group, groups);
                    group.clear();
                }
                group.add(row);
                if (least.next()) {
                    queue.add(least);
                }
            }
            tell(group, groups);
        } finally {
            for (Cursor cursor : cursors) {
                cursor.close();
            }
        }
    }

    private static void tell(List<Row> group, Groups groups) throws SQLException {
        if (group.size() > 1) {
            groups.found(group);
        }
    }

    private static int compare(List<Object> one, List<Object> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = one.get(i) instanceof BigDecimal number
                    ? number.compareTo((BigDecimal) other.get(i))
                    : Arrays.compareUnsigned((byte[]) one.get(i), (byte[]) other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** One query's rows, read as they come. */
    private final class Cursor implements Comparable<Cursor>, AutoCloseable {
        private final SourcePlan source;
        private final int place;
        private final int keyColumns;
        private final Connection session;
        private final PreparedStatement statement;
        private final ResultSet rows;
        private final boolean[] numbers;
        private final int columns;
        private @Nullable Row current;

        Cursor(SourcePlan source, int place, String query, int keyColumns) throws SQLException {
            this.source = source;
            this.place = place;
            this.keyColumns = keyColumns;
            session = sessions.server().session();
            sessions.dialect().use(session, source.database());
            statement = session.prepareStatement(query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
            // row by row on MySQL; H2 knows no such thing and takes its own default
            statement.setFetchSize(sessions.dialect().streamingFetchSize());
            rows = statement.executeQuery();
            ResultSetMetaData about = rows.getMetaData();
            columns = about.getColumnCount();
            numbers = new boolean[keyColumns];
            for (int i = 0; i < keyColumns; i++) {
                numbers[i] = switch (about.getColumnType(i + 1)) {
                    case Types.BINARY,
                            Types.VARBINARY,
                            Types.LONGVARBINARY,
                            Types.BLOB,
                            Types.CHAR,
                            Types.VARCHAR,
                            Types.LONGVARCHAR -> false;
                    default -> true;
                };
            }
        }

        boolean next() throws SQLException {
            if (!rows.next()) {
                return false;
            }
            List<Object> key = new ArrayList<>(keyColumns);
            for (int i = 0; i < keyColumns; i++) {
                Object value = numbers[i] ? rows.getBigDecimal(i + 1) : rows.getBytes(i + 1);
                key.add(value);
            }
            List<@Nullable String> others = new ArrayList<>(columns - keyColumns);
            for (int i = keyColumns; i < columns; i++) {
                others.add(rows.getString(i + 1));
            }
            current = new Row(source, key, others);
            return true;
        }

        Row row() {
            if (current == null) {
                throw new IllegalStateException("a cursor before its first row");
            }
            return current;
        }

        @Override
        public int compareTo(Cursor other) {
            int order = compare(row().key(), other.row().key());
            return order != 0 ? order : Integer.compare(place, other.place);
        }

        @Override
        public void close() throws SQLException {
            rows.close();
            statement.close();
            session.close();
        }
    }
}
