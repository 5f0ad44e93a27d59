package io.snowflakeid.segment;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.TablePlace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The table {@code snowflake_segment}. */
record OwnTable(OwnConnection own, TablePlace here) implements SegmentStore.Session {

    private static final int VERSION = 1;
    private static final String COLUMNS =
            "next_value, number_increment, remainder, smallest_step, largest_step, max_value,"
                    + " restore_gap, identity, incarnation, last_change, version";

    @Override
    public Optional<SegmentRow> read(String tag, TagSettings wanted) {
        return own.first(
                "SELECT " + COLUMNS + " FROM " + here.prefix() + "snowflake_segment WHERE tag = ? FOR UPDATE",
                OwnTable::row,
                tag);
    }

    private static SegmentRow row(ResultSet row) throws SQLException {
        if (row.getInt(11) != VERSION) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "the table snowflake_segment has version " + row.getInt(11) + ", and this process knows version "
                            + VERSION + ": use the version of the library that wrote the table");
        }
        TagSettings settings = new TagSettings(
                row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6), row.getLong(7));
        return new SegmentRow(row.getLong(1), settings, row.getString(8), row.getString(9), row.getString(10));
    }

    @Override
    public boolean insert(String tag, SegmentRow row) {
        TagSettings settings = row.settings();
        return own.isWritten(
                "INSERT INTO " + here.prefix() + "snowflake_segment (" + COLUMNS
                        + ", tag) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" + own.dialect().unlessThere,
                row.next(),
                settings.increment(),
                settings.remainder(),
                settings.smallestStep(),
                settings.largestStep(),
                settings.max(),
                settings.gap(),
                row.identity(),
                row.incarnation(),
                row.lastChange(),
                VERSION,
                tag);
    }

    @Override
    public boolean update(String tag, SegmentRow seen, SegmentRow wanted) {
        return own.isWritten(
                "UPDATE " + here.prefix() + "snowflake_segment SET next_value = ?, incarnation = ?, last_change = ?"
                        + " WHERE tag = ? AND identity = ? AND last_change = ? AND next_value = ?",
                wanted.next(),
                wanted.incarnation(),
                wanted.lastChange(),
                tag,
                seen.identity(),
                seen.lastChange(),
                seen.next());
    }
}
