package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.KeyWalk;
import io.snowflakeid.merge.sql.Sessions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the rows of a table into parts of about as many rows, by the first column of its key.
 *
 * <p>Where that is a number, the server is asked how many rows it expects between two numbers, so that no row is read for it: to count them
 * would be one more pass over a table that is too large for memory.
 */
final class RowCut {

    /** Of a part: some of them are in memory together, even in that of a small server. */
    private static final long BYTES = 12L << 20;

    private static final long MOST_ROWS = 500_000;
    private static final long FEWEST_ROWS = 10_000;

    private final Sessions sessions;
    private final RowQueries queries;

    RowCut(Sessions sessions, RowQueries queries) {
        this.sessions = sessions;
        this.queries = queries;
    }

    List<RowPart> cut(RowPart whole) throws SQLException {
        if (whole.table().walk().isEmpty() || rowsOf(whole) <= rowsOfPart(whole.table())) {
            return List.of(whole);
        }
        List<RowPart> parts = new ArrayList<>();
        @Nullable String after = null;
        for (String end : ends(whole)) {
            parts.add(whole.between(after, end));
            after = end;
        }
        parts.add(whole.between(after, null));
        return parts;
    }

    private static long rowsOfPart(TablePlan table) {
        long fitting = table.averageRowBytes() <= 0 ? MOST_ROWS : BYTES / table.averageRowBytes();
        return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, fitting));
    }

    /** About how many, as the plan has it. */
    private static long rowsOf(RowPart whole) {
        SourcePlan source = whole.source();
        SourceRows rows = source == null ? null : whole.table().rowsOf(source.number());
        return rows == null ? whole.table().copied() : rows.total();
    }

    private List<String> ends(RowPart whole) throws SQLException {
        TablePlan table = whole.table();
        boolean number = table.column(table.walk().get(0)).column().kind() == Column.Kind.INTEGER;
        return sessions.with(session -> {
            Optional<List<String>> expected =
                    number ? new Estimates(session, whole).ends() : Optional.<List<String>>empty();
            return expected.isPresent() ? expected.get() : counted(session, whole);
        });
    }

    private List<String> counted(Connection session, RowPart whole) throws SQLException {
        KeyWalk walk = queries.walk(whole.table());
        List<String> ends = new ArrayList<>();
        @Nullable String end = null;
        for (long left = rowsOf(whole); left > MOST_ROWS * 3 / 2; left -= MOST_ROWS) {
            end = walk.chunkEnd(session, queries.rowsOf(whole), RowQueries.rowAlias(whole), end, null, MOST_ROWS);
            if (end == null) {
                break;
            }
            ends.add(end);
        }
        return ends;
    }

    /** Where parts end, by what the server expects. */
    private final class Estimates {
        private final Connection session;
        private final RowPart whole;
        private final KeyWalk walk;
        private final long most;
        private final List<String> ends = new ArrayList<>();
        private long pending;

        Estimates(Connection session, RowPart whole) {
            this.session = session;
            this.whole = whole;
            walk = queries.walk(whole.table());
            most = rowsOfPart(whole.table());
        }

        /** Empty where the server has no expectations. */
        Optional<List<String>> ends() throws SQLException {
            String alias = RowQueries.rowAlias(whole);
            String first = walk.select(alias);
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT MIN(" + first + "), MAX(" + first + ") FROM " + queries.rowsOf(whole))) {
                row.next();
                BigDecimal least = row.getBigDecimal(1);
                BigDecimal greatest = row.getBigDecimal(2);
                if (least == null || greatest == null) {
                    return Optional.of(ends);
                }
                BigInteger before = least.toBigInteger().subtract(BigInteger.ONE);
                boolean split = split(before, greatest.toBigInteger(), rowsOf(whole));
                return split ? Optional.of(ends) : Optional.empty();
            }
        }

        /**
         * Both halves are asked for, and share the rows that are known to be there: of a range that holds most of a table InnoDB expects half of
         * the table at most, whatever the range holds.
         */
        private boolean split(BigInteger after, BigInteger end, long rows) throws SQLException {
            BigInteger middle = after.add(end).shiftRight(1);
            if (rows <= most || middle.equals(after)) {
                add(after, rows);
                return true;
            }
            OptionalLong lower = rows(after, middle);
            OptionalLong upper = rows(middle, end);
            if (lower.isEmpty() || upper.isEmpty()) {
                return false;
            }
            double expected = (double) lower.getAsLong() + upper.getAsLong();
            if (expected == 0) {
                add(after, rows);
                return true;
            }
            long share = Math.round(rows * (lower.getAsLong() / expected));
            return split(after, middle, share) && split(middle, end, rows - share);
        }

        private void add(BigInteger after, long rows) {
            if (pending > 0 && pending + rows > most) {
                ends.add(position(after));
                pending = 0;
            }
            pending += rows;
        }

        private OptionalLong rows(BigInteger after, BigInteger end) throws SQLException {
            Optional<String> query = queries.expectedRows(whole, position(after), position(end));
            if (query.isEmpty()) {
                return OptionalLong.empty();
            }
            try (PreparedStatement explain = session.prepareStatement(query.get())) {
                walk.bindRange(explain, position(after), position(end));
                try (ResultSet row = explain.executeQuery()) {
                    // NULL where no value can fulfil the condition
                    return OptionalLong.of(row.next() ? row.getLong("rows") : 0);
                }
            }
        }

        private static String position(BigInteger number) {
            return KeyWalk.position(List.of(number.toString()));
        }
    }
}
