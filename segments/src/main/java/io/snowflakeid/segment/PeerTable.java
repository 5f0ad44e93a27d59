package io.snowflakeid.segment;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.TablePlace;
import java.util.Optional;

/**
 * A table of Leaf or Tinyid, whose servers may use the table at the same time. The table of Leaf or Tinyid does not show that ranges were lost. Only
 * a process that has received a lost range can notice the loss.
 */
record PeerTable(OwnConnection own, TablePlace here, SegmentTable table) implements SegmentStore.Session {

    @Override
    public Optional<SegmentRow> read(String tag, TagSettings wanted) {
        return own.first(
                "SELECT " + table.columns + " FROM " + here.prefix() + table.tableName + " WHERE " + table.key
                        + " = ? FOR UPDATE",
                row -> new SegmentRow(
                        row.getLong(1) + table.offset,
                        wanted.withNumbers(row.getLong(2), row.getLong(3)),
                        "",
                        SegmentRow.NOT_STORED,
                        ""),
                tag);
    }

    @Override
    public boolean insert(String tag, SegmentRow row) {
        throw new WorkerLedgerException(
                Reason.TABLES_MISSING,
                "table " + table.tableName + " in " + here.name() + " has no tag '" + tag
                        + "': insert the row as the servers of that table need it, with a max_id above all numbers in use");
    }

    @Override
    public boolean update(String tag, SegmentRow seen, SegmentRow wanted) {
        return own.isWritten(
                "UPDATE " + here.prefix() + table.tableName + " SET " + table.changes + " WHERE " + table.key
                        + " = ? AND max_id = ?",
                wanted.next() - table.offset,
                tag,
                seen.next() - table.offset);
    }
}
