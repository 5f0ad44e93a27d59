package io.snowflakeid.merge.planning;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.catalog.Sql;
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
 *
 * @param queries whose first columns are the key, and which are ordered by them: as numbers, or as bytes
 */
record KeyMerge(Sessions sessions, int keyColumns, Map<SourcePlan, String> queries) {

    /**
     * A row of one of the sources.
     *
     * @param key numbers or bytes
     * @param others what the query selects besides, as texts
     */
    record Row(SourcePlan source, List<Object> key, List<@Nullable String> others) implements Comparable<Row> {
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

    /** Takes all rows that have one key, in the order of their sources. */
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

    /**
     * Counts keys that several rows have, and hands their rows on.
     *
     * @param exact whether a source has a key several times only where what is selected first behind the key is the same
     */
    Tally tally(boolean exact, Groups then) throws SQLException {
        long[] clashes = {0, 0};
        List<String> samples = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        groups(group -> {
            List<String> twice = repeated(group, exact);
            clashes[0]++;
            clashes[1] += twice.isEmpty() ? 0 : 1;
            if (samples.size() < Draft.SAMPLES) {
                samples.add(sample(group));
            }
            repeated.addAll(twice.subList(0, Math.min(twice.size(), Draft.SAMPLES - repeated.size())));
            then.found(group);
        });
        return new Tally(clashes[0], clashes[1], samples, repeated);
    }

    /** What several rows of one source have, and how often; the query selects it first behind the key. */
    private List<String> repeated(List<Row> group, boolean exact) {
        return group.stream()
                .collect(Collectors.groupingBy(
                        row -> row.source().number() + ":"
                                + (exact ? row.others().get(0) : ""),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .filter(rows -> rows.size() > 1)
                .map(rows -> "'" + shown(rows.get(0).others().subList(0, keyColumns)) + "' " + rows.size()
                        + " times on " + rows.get(0).source().alias())
                .toList();
    }

    private static String shown(List<?> values) {
        return Sql.join(", ", values, String::valueOf);
    }

    /** The values that are compared and the key of the row, which may be the same; of a query of numbers alone, these. */
    private String sample(List<Row> group) {
        Row first = group.get(0);
        List<?> values = first.others().isEmpty() ? first.key() : first.others();
        boolean twice = values.size() == 2 * keyColumns
                && values.subList(0, keyColumns).equals(values.subList(keyColumns, values.size()));
        List<String> aliases =
                group.stream().map(row -> row.source().alias()).distinct().toList();
        return shown(twice ? values.subList(0, keyColumns) : values) + " on " + shown(aliases);
    }

    private void groups(Groups groups) throws SQLException {
        Map<SourcePlan, Cursor> cursors = new HashMap<>();
        try {
            PriorityQueue<Row> queue = new PriorityQueue<>();
            for (Map.Entry<SourcePlan, String> query : queries.entrySet()) {
                Cursor cursor = new Cursor(query.getKey(), query.getValue());
                cursors.put(query.getKey(), cursor);
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
        private final Connection session;
        private final ResultSet rows;

        Cursor(SourcePlan source, String query) throws SQLException {
            this.source = source;
            session = sessions.server().session();
            sessions.dialect().use(session, source.database());
            PreparedStatement statement = session.prepareStatement(query);
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
