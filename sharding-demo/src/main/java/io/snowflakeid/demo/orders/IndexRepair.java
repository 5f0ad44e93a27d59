package io.snowflakeid.demo.orders;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.orders.OrdersResult.RepairRun;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the index of orders by merchant equal to the orders: adds rows that are missing, removes those whose order does not exist.
 *
 * <p>It goes through the time in windows. Ids are in the order of time, so a window is a range of primary keys in both tables, and
 * needs no index on a time column. What is younger than the grace period is left alone: its order may be on its way between the
 * two databases. An order that takes longer than the grace period may lose its row to a run; the next one gives it back.
 *
 * <p>Each window is compared anew, and changed in transactions of one database each; a run that ended in the middle is simply
 * followed by another one. One at a time: two may try to add the same row, and the later one fails.
 */
final class IndexRepair {

    private final MerchantIndex index;
    private final SnowflakeLayout layout;
    private final Duration window;

    /** What one window shows. */
    private record Comparison(int orders, int rows, List<IndexRow> missing, List<IndexRow> dangling) {

        int differences() {
            return missing.size() + dangling.size();
        }
    }

    /** @param window how much time is compared at once: what is in it is held in memory */
    IndexRepair(MerchantIndex index, SnowflakeLayout layout, Duration window) {
        this.index = index;
        this.layout = layout;
        this.window = window;
    }

    /**
     * Goes from the first row that there is up to {@code now - grace}.
     *
     * @param now by the clock of the ids, so that clocks of machines do not matter: the time in a new id
     * @throws DatabaseLostException if a database is lost; what was repaired before stays
     */
    RepairRun upTo(Instant now, Duration grace) {
        Instant end = now.minus(grace);
        Tally tally = new Tally();
        for (Instant from = first(now); from.isBefore(end); from = from.plus(window)) {
            Instant to = from.plus(window);
            tally.add(repaired(from, to.isBefore(end) ? to : end));
        }
        return new RepairRun(
                grace.toMillis(),
                tally.windows,
                tally.orders,
                tally.rows,
                tally.added,
                tally.removed,
                compared(layout.minIdAt(end), Long.MAX_VALUE).differences());
    }

    private static final class Tally {
        private int windows;
        private long orders;
        private long rows;
        private long added;
        private long removed;

        void add(Comparison comparison) {
            windows++;
            orders += comparison.orders();
            rows += comparison.rows();
            added += comparison.missing().size();
            removed += comparison.dangling().size();
        }
    }

    /** When the oldest order or index row was made; {@code now} if there is none. */
    private Instant first(Instant now) {
        return Stream.of(index.read(IndexMapper::firstOrder), index.read(IndexMapper::firstRow))
                .flatMap(Stream::ofNullable)
                .map(id -> layout.decode(id).timestamp())
                .min(Instant::compareTo)
                .orElse(now);
    }

    /** From the first instant on, up to but not including the second one. */
    private Comparison repaired(Instant from, Instant to) {
        Comparison comparison = compared(layout.minIdAt(from), layout.minIdAt(to) - 1);
        index.replace(comparison.dangling(), comparison.missing());
        return comparison;
    }

    private Comparison compared(long first, long last) {
        Set<IndexRow> rows = new HashSet<>(index.read(mapper -> mapper.rowsBetween(first, last)));
        Set<IndexRow> orders = new HashSet<>(index.read(mapper -> mapper.ordersBetween(first, last)));
        return new Comparison(orders.size(), rows.size(), without(orders, rows), without(rows, orders));
    }

    private static List<IndexRow> without(Set<IndexRow> rows, Set<IndexRow> others) {
        return rows.stream().filter(row -> !others.contains(row)).toList();
    }
}
