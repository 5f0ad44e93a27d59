package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which numbers are ids of a table's rows, on each source; asked of the index, some numbers at a time. */
final class KnownIds {

    private static final int BATCH = 1_000;

    /** Ids of small tables are read once: a bit for each number of their range. */
    private static final long MOST_ROWS_READ = 50_000;

    private static final long MOST_COUNTED = 100_000;

    private static final double LONGEST_RANGE_READ = 1_000_000;

    private final Game game;
    private final MergePlan draft;
    private final Dialect dialect;
    private final Map<String, Range> ranges = new HashMap<>();
    private final Map<String, BitSet> small = new HashMap<>();

    KnownIds(Game game, MergePlan draft) {
        this.game = game;
        this.draft = draft;
        dialect = game.sessions().dialect();
    }

    /**
     * The ids of a source.
     *
     * @param rows how many there are
     * @param least the least; greater than the greatest where there is none
     * @param greatest the greatest
     */
    record Range(long rows, long least, long greatest) {
        boolean has(long number) {
            return least <= number && number <= greatest;
        }

        /** How many numbers lie between, both included. */
        double span() {
            return (double) greatest - least + 1;
        }
    }

    Range range(ColumnName ids, SourcePlan source) throws SQLException {
        String name = source.alias() + "." + ids;
        Range known = ranges.get(name);
        if (known == null) {
            known = readRange(ids, source);
            ranges.put(name, known);
        }
        return known;
    }

    private Range readRange(ColumnName ids, SourcePlan source) throws SQLException {
        SourceRows counted = draft.table(ids.table()).rowsOf(source.number());
        long rows = counted == null ? 0 : counted.total();
        if (missing(ids, source)) {
            return new Range(0, 1, 0);
        }
        String id = dialect.quote(ids.column());
        return game.sessions().with(session -> {
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery("SELECT MIN(" + id + "), MAX(" + id + ") FROM "
                            + dialect.table(source.database(), ids.table()))) {
                row.next();
                var least = row.getBigDecimal(1);
                var greatest = row.getBigDecimal(2);
                return least == null
                                || greatest == null
                                || greatest.toBigInteger().bitLength() > 63
                        ? new Range(0, 1, 0)
                        : new Range(rows, least.longValue(), greatest.longValue());
            }
        });
    }

    /** How many ids lie between two, both included; 0 if there are too many to be counted cheaply. */
    long between(ColumnName ids, SourcePlan source, Range range, long first, long last) throws SQLException {
        if (isSmall(range)) {
            return read(ids, source, range)
                    .get((int) (first - range.least()), (int) (last - range.least()) + 1)
                    .cardinality();
        }
        String id = dialect.quote(ids.column());
        String sql = "SELECT COUNT(*) FROM (SELECT " + id + " FROM " + dialect.table(source.database(), ids.table())
                + " WHERE " + id + " BETWEEN " + first + " AND " + last + " LIMIT " + (MOST_COUNTED + 1) + ") counted";
        long counted = game.count(source, sql);
        return counted > MOST_COUNTED ? 0 : counted;
    }

    private static boolean isSmall(Range range) {
        return range.rows() <= MOST_ROWS_READ && range.span() <= LONGEST_RANGE_READ;
    }

    private boolean missing(ColumnName ids, SourcePlan source) {
        return game.table(source, ids.table())
                .flatMap(table -> table.find(ids.column()))
                .isEmpty();
    }

    /** Those of the numbers that are ids. */
    Set<Long> of(ColumnName ids, SourcePlan source, Collection<Long> numbers) throws SQLException {
        if (numbers.isEmpty() || missing(ids, source)) {
            return Set.of();
        }
        Range range = ranges.get(source.alias() + "." + ids);
        if (range != null && range.rows() == 0) {
            // no rows, or numbers beyond those that ids can be
            return Set.of();
        }
        if (range != null && isSmall(range)) {
            BitSet known = read(ids, source, range);
            return numbers.stream()
                    .filter(number -> range.has(number) && known.get((int) (number - range.least())))
                    .collect(Collectors.toSet());
        }
        return asked(ids, source, List.copyOf(numbers));
    }

    private BitSet read(ColumnName ids, SourcePlan source, Range range) throws SQLException {
        String name = source.alias() + "." + ids;
        BitSet known = small.get(name);
        if (known == null) {
            String id = dialect.quote(ids.column());
            known = game.sessions().with(session -> {
                BitSet bits = new BitSet();
                try (Statement statement = session.createStatement();
                        ResultSet row = statement.executeQuery("SELECT " + id + " FROM "
                                + dialect.table(source.database(), ids.table()) + " WHERE " + id + " IS NOT NULL")) {
                    while (row.next()) {
                        long number = row.getLong(1);
                        if (range.has(number)) {
                            bits.set((int) (number - range.least()));
                        }
                    }
                }
                return bits;
            });
            small.put(name, known);
        }
        return known;
    }

    private Set<Long> asked(ColumnName ids, SourcePlan source, List<Long> all) throws SQLException {
        String id = dialect.quote(ids.column());
        return game.sessions().with(session -> {
            Set<Long> known = new HashSet<>();
            try (Statement statement = session.createStatement()) {
                for (int from = 0; from < all.size(); from += BATCH) {
                    List<Long> batch = new ArrayList<>(all.subList(from, Math.min(all.size(), from + BATCH)));
                    try (ResultSet row = statement.executeQuery("SELECT DISTINCT " + id + " FROM "
                            + dialect.table(source.database(), ids.table()) + " WHERE " + id + " IN ("
                            + batch.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")")) {
                        while (row.next()) {
                            known.add(row.getLong(1));
                        }
                    }
                }
            }
            return known;
        });
    }
}
