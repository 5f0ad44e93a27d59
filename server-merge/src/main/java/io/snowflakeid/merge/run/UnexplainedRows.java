package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds rows of the target whose key no source's rows have, however ids were moved.
 *
 * <p>Keys are dealt out to bins by their hash, on both sides, and counted; only bins in which the sides differ are read. So it takes
 * two passes over the keys, and memory for the bins and for the few that are read: so many keys at most, however many rows somebody
 * put into the target.
 */
final class UnexplainedRows {

    private static final long ROWS_OF_BIN = 500;
    private static final long MOST_BINS = 65_521;
    private static final long MOST_BINS_READ = 16;

    /** Of a table without a key each has all values of a row. */
    private static final int MOST_KEYS = 20_000;

    private final MergePlan plan;
    private final Sessions sessions;
    private final TablePlan table;
    private final RowQueries queries;
    private final RowNames names;
    private final long bins;
    private final long binsRead;

    /** What the target was found to have may be far more than was planned. */
    UnexplainedRows(MergePlan plan, Sessions sessions, TablePlan table, long foundRows) {
        this.plan = plan;
        this.sessions = sessions;
        this.table = table;
        queries = new RowQueries(plan, sessions.dialect());
        names = new RowNames(sessions.dialect(), table);
        long rows = Math.max(table.copied(), foundRows);
        bins = Math.max(1, Math.min(MOST_BINS, rows / ROWS_OF_BIN));
        binsRead = Math.max(1, Math.min(MOST_BINS_READ, MOST_KEYS / 4 / (rows / bins + 1)));
    }

    /** A few rows of each kind. */
    record Found(List<String> extra, List<String> missing) {}

    /** Missing ones only if asked for. */
    Found find(boolean withMissing) throws SQLException {
        List<RowPart> sides = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            if (table.copiedFrom(source.number())) {
                sides.add(RowPart.expected(table, source));
            }
        }
        sides.add(RowPart.found(table));
        Map<Long, Bin> counted = new HashMap<>();
        for (RowPart side : sides) {
            sessions.with(session -> count(session, side)).forEach((bin, more) -> counted.merge(bin, more, Bin::plus));
        }
        List<Long> differing = differing(counted, withMissing);
        Map<String, Key> keys = new HashMap<>();
        for (RowPart side : differing.isEmpty() ? List.<RowPart>of() : sides) {
            // what is expected comes first: of a key that is left out for want of room nothing is said
            keys.putAll(sessions.with(session -> read(session, side, differing, keys)));
        }
        return new Found(some(keys, 1), some(keys, -1));
    }

    private String bin(String alias) {
        return "MOD(" + queries.keyHash(table, alias) + ", " + bins + ")";
    }

    // --------------------------------------------------------------------------------------------------------- bins

    /** How many more keys the target has than is expected, and by how much the sums of their hashes differ. */
    private record Bin(long rows, BigDecimal hash) {
        Bin plus(Bin other) {
            return new Bin(rows + other.rows, hash.add(other.hash));
        }
    }

    private Map<Long, Bin> count(Connection session, RowPart side) throws SQLException {
        String sql = "SELECT b.bin, COUNT(*), SUM(b.hash) FROM (SELECT " + bin(RowQueries.alias(side)) + " AS bin, "
                + queries.keyHash(table, RowQueries.alias(side)) + " AS hash FROM " + queries.from(side)
                + ") b GROUP BY b.bin";
        int sign = side.isExpected() ? -1 : 1;
        Map<Long, Bin> counted = new HashMap<>();
        try (PreparedStatement select = queries.prepare(session, side, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                counted.put(
                        row.getLong(1),
                        new Bin(sign * row.getLong(2), row.getBigDecimal(3).multiply(BigDecimal.valueOf(sign))));
            }
        }
        return counted;
    }

    /** Those with too many keys first; where one is too many and another is missing, the number is right. */
    private List<Long> differing(Map<Long, Bin> counted, boolean withMissing) {
        List<Map.Entry<Long, Bin>> differing = new ArrayList<>(counted.entrySet());
        differing.removeIf(
                bin -> bin.getValue().rows() == 0 && bin.getValue().hash().signum() == 0);
        Comparator<Map.Entry<Long, Bin>> mostRows =
                Comparator.comparing(bin -> bin.getValue().rows(), Comparator.reverseOrder());
        differing.sort(mostRows);
        List<Long> chosen = differing.stream()
                .limit(binsRead)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(ArrayList::new));
        if (withMissing) {
            differing.stream()
                    .skip(Math.max(binsRead, differing.size() - binsRead))
                    .forEach(bin -> chosen.add(bin.getKey()));
        }
        return chosen;
    }

    // --------------------------------------------------------------------------------------------------------- keys

    /** How many more rows with this key the target has than is expected. */
    private record Key(String name, int rows) {}

    /** The keys read before, and those of this side; anew each time, as a lost session is asked again. */
    private Map<String, Key> read(Connection session, RowPart side, List<Long> chosen, Map<String, Key> before)
            throws SQLException {
        String alias = RowQueries.alias(side);
        String sql = "SELECT " + queries.keyHash(table, alias) + ", " + names.select(alias) + " FROM "
                + queries.from(side) + " WHERE " + bin(alias) + " IN ("
                + chosen.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        Map<String, Key> keys = new HashMap<>(before);
        int one = side.isExpected() ? -1 : 1;
        try (PreparedStatement select = queries.prepare(session, side, sql)) {
            select.setFetchSize(sessions.dialect().streamingFetchSize());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String hash = String.valueOf(row.getString(1));
                    Key known = keys.get(hash);
                    if (known != null) {
                        keys.put(hash, new Key(known.name(), known.rows() + one));
                    } else if (keys.size() < MOST_KEYS) {
                        keys.put(hash, new Key(names.read(row, 2), one));
                    }
                }
            }
        }
        return keys;
    }

    private static List<String> some(Map<String, Key> keys, int sign) {
        return keys.values().stream()
                .filter(key -> Integer.signum(key.rows()) == sign)
                .map(Key::name)
                .sorted()
                .limit(RowNames.MOST)
                .toList();
    }
}
