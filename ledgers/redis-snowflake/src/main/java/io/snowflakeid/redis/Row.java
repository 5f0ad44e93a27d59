package io.snowflakeid.redis;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerEntry;
import io.snowflakeid.ledger.WorkerEntry.State;

/** A worker as it is written down: {@code "from until quarantinedUntil token holder"} under {@code "datacenter/worker"}. */
record Row(long datacenter, long worker, long from, long until, long quarantinedUntil, String token, String holder) {

    private static final String RELEASED = "-";

    static boolean isRow(String field) {
        return field.indexOf('/') > 0;
    }

    static Row of(String field, String value) {
        String[] place = field.split("/", 2);
        String[] parts = value.split(" ", 5);
        return new Row(
                Long.parseLong(place[0]),
                Long.parseLong(place[1]),
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                parts[3],
                parts[4]);
    }

    WorkerEntry entry(SnowflakeLayout layout, long nowTick) {
        boolean free = token.equals(RELEASED) || quarantinedUntil <= nowTick;
        State state = free ? State.FREE : until <= nowTick ? State.QUARANTINED : State.HELD;
        return new WorkerEntry(
                datacenter,
                worker,
                state,
                holder,
                layout.timestampOf(from),
                layout.timestampOf(until),
                layout.timestampOf(free ? until : quarantinedUntil));
    }
}
