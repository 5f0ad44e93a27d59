package io.snowflakeid.segment;

import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.TablePlace;
import io.snowflakeid.segment.SegmentStore.Session;

/** The tables that can store the next number of a tag. Leaf grants the numbers from {@code max_id} on, and Tinyid the numbers after {@code max_id}. */
enum SegmentTable {
    OWN("snowflake_segment", "tag", "", "", 0),
    LEAF("leaf_alloc", "biz_tag", "max_id, 1, 0", "max_id = ?", 0),
    TINYID(
            "tiny_id_info",
            "biz_type",
            "max_id, delta, remainder",
            "max_id = ?, update_time = CURRENT_TIMESTAMP, version = version + 1",
            1);

    final String tableName;
    final String key; // the column of the tag
    final String columns; // the columns of max_id, the increment and the remainder
    final String changes; // the assignments of an update
    final long offset; // the distance from max_id to the next number

    SegmentTable(String tableName, String key, String columns, String changes, long offset) {
        this.tableName = tableName;
        this.key = key;
        this.columns = columns;
        this.changes = changes;
        this.offset = offset;
    }

    Session session(OwnConnection own, TablePlace here) {
        return this == OWN ? new OwnTable(own, here) : new PeerTable(own, here, this);
    }
}
