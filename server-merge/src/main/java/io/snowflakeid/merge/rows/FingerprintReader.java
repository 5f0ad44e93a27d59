package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.plan.TablePlan.TableFingerprint;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and compares the fingerprint of a source table, which shows whether the table has changed since the plan. */
public record FingerprintReader(Dialect dialect, Fingerprint fingerprint) {

    public TableFingerprint read(Connection session, String database, Table table) throws SQLException {
        boolean sums = fingerprint == Fingerprint.CHECKSUMS;
        List<HashedColumn> columns = table.columns().stream()
                .map(column -> new HashedColumn(dialect.quote(column.name()), column, true))
                .toList();
        String from = " FROM " + dialect.table(database, table.name());
        String greatest = greatest(session, table, from);
        // MySQL uses several threads for COUNT(*) only if the query selects nothing else
        String sql = "SELECT COUNT(*)" + (sums ? ", SUM(" + dialect.rowHash(columns) + ")" : "") + from;
        return Sql.list(session, sql, row -> {
                    String checksum = sums ? String.valueOf(row.getString(2)) : null;
                    return new TableFingerprint(
                            row.getLong(1), greatest, checksum, definition(table), table.lastWrite());
                })
                .get(0);
    }

    /** Returns the greatest value in the first column of the ordering key, or null if the table has no rows or no ordering key. */
    private @Nullable String greatest(Connection session, Table table, String from) throws SQLException {
        Optional<Key> key = table.orderingKey();
        if (key.isEmpty()) {
            return null;
        }
        Column first = table.column(key.get().columns().get(0));
        String greatest = "MAX(" + dialect.quote(first.name()) + ")";
        String shown = first.kind() == Column.Kind.BINARY ? "HEX(" + greatest + ")" : dialect.text(greatest);
        return Sql.list(session, "SELECT " + shown + from, row -> row.getString(1))
                .get(0);
    }

    /** Returns a checksum of the table definition without the AUTO_INCREMENT counter, because a restart of the server may change the counter. */
    public static String definition(Table table) {
        String text = table.engine() + table.definition();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Describes the difference between two fingerprints, or returns null if the fingerprints are equal. */
    public static @Nullable String difference(TableFingerprint planned, TableFingerprint now) {
        if (!planned.definition().equals(now.definition())) {
            return "its definition was changed";
        }
        if (planned.rows() != now.rows()) {
            return "it had " + planned.rows() + " rows and has " + now.rows();
        }
        if (!Objects.equals(planned.greatest(), now.greatest())) {
            return "its greatest key was " + planned.greatest() + " and is " + now.greatest();
        }
        String sum = planned.checksum();
        if (sum == null) {
            return laterWrite(planned.lastWrite(), now.lastWrite());
        }
        return sum.equals(now.checksum()) ? null : "its checksum was " + sum + " and is " + now.checksum();
    }

    private static @Nullable String laterWrite(@Nullable String before, @Nullable String after) {
        // a missing write time is ignored, because a restart of the server deletes the write time
        return after == null || (before != null && after.compareTo(before) <= 0)
                ? null
                : "it was written to at " + after + " UTC" + (before == null ? "" : ", before that at " + before);
    }
}
