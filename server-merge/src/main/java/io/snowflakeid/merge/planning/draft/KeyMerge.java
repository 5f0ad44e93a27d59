package io.snowflakeid.merge.planning.draft;

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
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys that more than one row has, by reading the sorted keys of all sources side by side. Memory does not grow with the
 * tables; the answer is exact.
 */
public final class KeyMerge {

    private static final int SAMPLES = 5;
    private static final Set<Integer> BYTES = Set.of(
            Types.BINARY,
            Types.VARBINARY,
            Types.LONGVARBINARY,
            Types.BLOB,
            Types.CHAR,
            Types.VARCHAR,
            Types.LONGVARCHAR);

    private final Sessions sessions;
    private final List<SourcePlan> sources = new ArrayList<>();
    private final List<String> queries = new ArrayList<>();

    public KeyMerge(Sessions sessions) {
        this.sessions = sessions;
    }

    /** A query whose first columns are the key, and which is ordered by them: as numbers, or as bytes. */
    public void add(SourcePlan source, String query) {
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
    public record Row(SourcePlan source, List<Object> key, List<@Nullable String> others) {}

    /** Is told of all rows that have one key, in the order of their sources. */
    public interface Groups {
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
    public record Tally(long clashes, long within, List<String> samples, List<String> repeated) {}

    public Tally tally(int keyColumns) throws SQLException {
        long[] clashes = {0, 0};
        List<String> samples = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        groups(keyColumns, group -> {
            List<String> twice = repeated(group, keyColumns);
            clashes[0]++;
            clashes[1] += twice.isEmpty() ? 0 : 1;
            if (samples.size() < SAMPLES) {
                samples.add(sample(group, keyColumns));
            }
            repeated.addAll(twice.subList(0, Math.min(twice.size(), SAMPLES - repeated.size())));
        });
        return new Tally(clashes[0], clashes[1], samples, repeated);
    }

    /** What several rows of one source have, and how often; the query selects it first behind the key. */
    public static List<String> repeated(List<Row> group, int keyColumns) {
        Map<SourcePlan, List<Row>> bySource =
                group.stream().collect(Collectors.groupingBy(Row::source, LinkedHashMap::new, Collectors.toList()));
        return bySource.entrySet().stream()
                .filter(rows -> rows.getValue().size() > 1)
                .map(rows -> "'"
                        + shown(rows.getValue().get(0).others().stream()
                                .limit(keyColumns)
                                .toList()) + "' " + rows.getValue().size() + " times on "
                        + rows.getKey().alias())
                .toList();
    }

    private static String shown(List<@Nullable String> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** The values that are compared and the key of the row, which may be the same; of a query of keys alone, the key. */
    private static String sample(List<Row> group, int keyColumns) {
        Row first = group.get(0);
        List<@Nullable String> others = first.others();
        boolean twice = others.size() == 2 * keyColumns
                && others.subList(0, keyColumns).equals(others.subList(keyColumns, others.size()));
        String aliases =
                group.stream().map(row -> row.source().alias()).distinct().collect(Collectors.joining(", "));
        String key = first.key().stream()
                .map(value ->
                        value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value.toString())
                .collect(Collectors.joining(", "));
        return (others.isEmpty() ? key : shown(twice ? others.subList(0, keyColumns) : others)) + " on " + aliases;
    }

    /** Of keys that several rows have. */
    public void groups(int keyColumns, Groups groups) throws SQLException {
        List<Cursor> cursors = new ArrayList<>();
        try {
            PriorityQueue<Cursor> queue = new PriorityQueue<>();
            for (int i = 0; i < queries.size(); i++) {
                Cursor cursor = new Cursor(i, keyColumns);
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
        private final int place;
        private final int keyColumns;
        private final Connection session;
        private final PreparedStatement statement;
        private final ResultSet rows;
        private final List<Boolean> bytes = new ArrayList<>();
        private @Nullable Row current;

        Cursor(int place, int keyColumns) throws SQLException {
            this.place = place;
            this.keyColumns = keyColumns;
            session = sessions.server().session();
            sessions.dialect().use(session, sources.get(place).database());
            statement = session.prepareStatement(
                    queries.get(place), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
            // row by row on MySQL; H2 knows no such thing and takes its own default
            statement.setFetchSize(sessions.dialect().streamingFetchSize());
            rows = statement.executeQuery();
            ResultSetMetaData about = rows.getMetaData();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                bytes.add(BYTES.contains(about.getColumnType(i)));
            }
        }

        boolean next() throws SQLException {
            if (!rows.next()) {
                return false;
            }
            List<Object> key = new ArrayList<>(keyColumns);
            List<@Nullable String> others = new ArrayList<>();
            for (int i = 1; i <= bytes.size(); i++) {
                if (i > keyColumns) {
                    others.add(rows.getString(i));
                } else {
                    key.add(bytes.get(i - 1) ? rows.getBytes(i) : rows.getBigDecimal(i));
                }
            }
            current = new Row(sources.get(place), key, others);
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
