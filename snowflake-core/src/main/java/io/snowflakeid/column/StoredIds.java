package io.snowflakeid.column;

import static io.snowflakeid.column.Finding.Severity.WARNING;

import io.snowflakeid.SnowflakeLayout;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The largest ids of a column, held against those that a layout makes from now on. */
final class StoredIds {

    private static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(1);

    private final Connection connection;
    private final Address address;
    private final SnowflakeLayout layout;
    private final Instant soon;

    StoredIds(Connection connection, Address address, SnowflakeLayout layout, Instant now) {
        this.connection = connection;
        this.address = address;
        this.layout = layout;
        soon = now.plus(CLOCKS_DIFFER_BY);
    }

    List<Finding> findings() throws SQLException {
        List<Finding> found = new ArrayList<>();
        BigDecimal reached = BigDecimal.valueOf(layout.maxIdAt(soon));
        BigDecimal end = BigDecimal.valueOf(layout.maxIdAt(layout.timestampOf(layout.maxTick())));
        BigDecimal largest = value("SELECT MAX(%1$s) FROM %2$s", null, null);
        if (largest == null || largest.compareTo(reached) <= 0) {
            return found;
        }
        String between = "SELECT %s(%%1$s) FROM %%2$s WHERE %%1$s > ? AND %%1$s <= ?";
        BigDecimal first = value(between.formatted("MIN"), reached, end);
        BigDecimal last = value(between.formatted("MAX"), reached, end);
        if (first != null && last != null) {
            found.add(toBeMadeAgain(first, last));
        }
        found.add(above(largest, end));
        return found;
    }

    private Finding toBeMadeAgain(BigDecimal first, BigDecimal last) {
        return finding(
                "holds ids from " + first.toBigInteger() + " to " + last.toBigInteger()
                        + " whose timestamps lie in this layout's future",
                "a layout of more bits or an earlier epoch, so that its ids begin above them, or other ids for those rows"
                        + " before " + timeOf(first) + ", as the generator may make them again from then until "
                        + timeOf(last));
    }

    private Instant timeOf(BigDecimal id) {
        return layout.decode(id.longValue()).timestamp();
    }

    private Finding above(BigDecimal largest, BigDecimal end) {
        boolean beyond = largest.compareTo(end) > 0;
        return finding(
                "holds " + largest.toBigInteger() + ", which is larger than any id "
                        + (beyond ? "of this layout" : "that this layout makes now"),
                "care wherever ids stand for the order of creation, as new ids sort below those; or a layout of more bits or"
                        + " an earlier epoch");
    }

    private Finding finding(String seen, String needed) {
        return new Finding(WARNING, address.shown(), seen, needed, null);
    }

    private @Nullable BigDecimal value(String sql, @Nullable BigDecimal above, @Nullable BigDecimal upTo)
            throws SQLException {
        String complete = sql.formatted(address.column(), address.table());
        return above == null || upTo == null
                ? Queries.only(connection, complete, row -> row.getBigDecimal(1))
                : Queries.only(connection, complete, row -> row.getBigDecimal(1), above, upTo);
    }
}
