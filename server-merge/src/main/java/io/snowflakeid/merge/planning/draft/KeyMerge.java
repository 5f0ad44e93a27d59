package io.snowflakeid.merge.planning.draft;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys that more than one row has, by reading the sorted keys of all sources side by side. Memory does not grow with the
 * tables; the answer is exact.
 */
public final class KeyMerge {

    private final Sessions sessions;
    private final Map<SourcePlan, String> queries = new LinkedHashMap<>();

    public KeyMerge(Sessions sessions) {
        this.sessions = sessions;
    }

    /** A query whose first columns are the key, and which is ordered by them: as numbers, or as bytes. */
    public void add(SourcePlan source, String query) {
        queries.put(source, query);
    }

    /**
     * A row of one of the sources.
     *
     * @param key numbers or bytes
     * @param others what the query selects besides, as texts
     */
    public record Row(SourcePlan source, List<Object> key, List<@Nullable String> others) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            int order = compareKey(other);
            return order != 0 ? order : Integer.compare(source.number(), other.source.number());
        }

        private int compareKey(Row other) {
            int order = 0;
            for (int i = 0; i < key.size() && order == 0; i++) {
                order = key.get(i) instanceof BigDecimal number
                        ? number.compareTo((BigDecimal) other.key.get(i))
                        : Arrays.compareUnsigned((byte[]) key.get(i), (byte[]) other.key.get(i));
            }
            return order;
        }
    }

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
     * @param again by the number of a source, how many keys it has that an earlier one has too
     */
    public record Tally(
            long clashes, long within, List<String> samples, List<String> repeated, Map<Integer, Long> again) {}

    public Tally tally(int keyColumns) throws SQLException {
        long[] clashes = {0, 0};
        List<String> samples = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        Map<Integer, Long> again = new HashMap<>();
        groups(keyColumns, group -> {
            List<String> twice = repeated(group, keyColumns);
            clashes[0]++;
            clashes[1] += twice.isEmpty() ? 0 : 1;
            if (samples.size() < DraftReader.SAMPLES) {
                samples.add(sample(group, keyColumns));
            }
            repeated.addAll(twice.subList(0, Math.min(twice.size(), DraftReader.SAMPLES - repeated.size())));
            group.stream()
                    .map(row -> row.source().number())
                    .distinct()
                    .skip(1)
                    .forEach(source -> again.merge(source, 1L, Long::sum));
        });
        return new Tally(clashes[0], clashes[1], samples, repeated, again);
    }

    /** What several rows of one source have, and how often; the query selects it first behind the key. */
    public static List<String> repeated(List<Row> group, int keyColumns) {
        Map<SourcePlan, List<Row>> bySource =
                group.stream().collect(Collectors.groupingBy(Row::source, LinkedHashMap::new, Collectors.toList()));
        return bySource.values().stream()
                .filter(rows -> rows.size() > 1)
                .map(rows -> "'" + shown(rows.get(0).others().subList(0, keyColumns)) + "' " + rows.size()
                        + " times on " + rows.get(0).source().alias())
                .toList();
    }

    private static String shown(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** The values that are compared and the key of the row, which may be the same; of a query of numbers alone, these. */
    private static String sample(List<Row> group, int keyColumns) {
        List<?> values = group.get(0).others().isEmpty()
                ? group.get(0).key()
                : group.get(0).others();
        boolean twice = values.size() == 2 * keyColumns
                && values.subList(0, keyColumns).equals(values.subList(keyColumns, values.size()));
        List<String> aliases =
                group.stream().map(row -> row.source().alias()).distinct().toList();
        return shown(twice ? values.subList(0, keyColumns) : values) + " on " + shown(aliases);
    }

    /** Of keys that several rows have. */
    public void groups(int keyColumns, Groups groups) throws SQLException {
        Map<SourcePlan, Cursor> cursors = new LinkedHashMap<>();
        try {
            PriorityQueue<Row> queue = new PriorityQueue<>();
            for (SourcePlan source : queries.keySet()) {
                Cursor cursor = new Cursor(source, keyColumns);
                cursors.put(source, cursor);
                cursor.addNext(queue);
            }
            while (!queue.isEmpty()) {
                List<Row> group = new ArrayList<>();
                do {
                    Row row = queue.remove();
                    group.add(row);
                    requireNonNull(cursors.get(row.source())).addNext(queue);
                } while (!queue.isEmpty() && group.get(0).compareKey(queue.element()) == 0);
                if (group.size() > 1) {
                    groups.found(group);
                }
            }
        } finally {
            for (Cursor cursor : cursors.values()) {
                cursor.session.close();
            }
        }
    }

    /** One query's rows, read as they come. */
    private final class Cursor {
        private final SourcePlan source;
        private final int keyColumns;
        private final Connection session;
        private final ResultSet rows;

        Cursor(SourcePlan source, int keyColumns) throws SQLException {
            this.source = source;
            this.keyColumns = keyColumns;
            session = sessions.server().session();
            sessions.dialect().use(session, source.database());
            PreparedStatement statement = session.prepareStatement(
                    queries.get(source), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
            // row by row on MySQL; H2 knows no such thing and takes its own default
            statement.setFetchSize(sessions.dialect().streamingFetchSize());
            rows = statement.executeQuery();
        }

        void addNext(PriorityQueue<Row> queue) throws SQLException {
            if (rows.next()) {
                List<Object> key = new ArrayList<>();
                List<@Nullable String> others = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    if (i > keyColumns) {
                        others.add(rows.getString(i));
                    } else {
                        key.add(rows.getObject(i) instanceof Number ? rows.getBigDecimal(i) : rows.getBytes(i));
                    }
                }
                queue.add(new Row(source, key, others));
            }
        }
    }
}
