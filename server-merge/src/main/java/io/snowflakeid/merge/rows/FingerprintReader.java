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

/** Reads by what a change of a table is noticed later, as thorough as asked for. */
public record FingerprintReader(Dialect dialect, Fingerprint fingerprint) {

    public TableFingerprint read(Connection session, String database, Table table) throws SQLException {
        boolean sums = fingerprint == Fingerprint.CHECKSUMS;
        List<HashedColumn> columns = table.columns().stream()
                .map(column -> new HashedColumn(dialect.quote(column.name()), column, true))
                .toList();
        String from = " FROM " + dialect.table(database, table.name());
        String greatest = greatest(session, table, from);
        // counting alone is what servers do with several threads
        return Sql.one(
                        session,
                        "SELECT COUNT(*)" + (sums ? ", SUM(" + dialect.rowHash(columns) + ")" : "") + from,
                        row -> new TableFingerprint(
                                row.getLong(1),
                                greatest,
                                sums ? String.valueOf(row.getString(2)) : null,
                                definition(table),
                                table.lastWrite()))
                .orElseThrow();
    }

    /** Of the key's first column, which an index answers without reading rows. */
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

    /** Of everything that a change of a definition changes, without what a restart changes as well. */
    public static String definition(Table table) {
        String text = table.engine() + table.definition();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /**
     * What differs, in words, or null if no change is noticed. The time of the last write is one: rows may be what they were, and with
     * equal checksums they are.
     */
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
        if (planned.checksum() != null) {
            return planned.checksum().equals(now.checksum())
                    ? null
                    : "its checksum was " + planned.checksum() + " and is " + now.checksum();
        }
        String before = planned.lastWrite();
        String after = now.lastWrite();
        // a server that was restarted does not know it any more
        if (after != null && (before == null || after.compareTo(before) > 0)) {
            return "it was written to at " + after + " UTC" + (before == null ? "" : ", before that at " + before);
        }
        return null;
    }
}
