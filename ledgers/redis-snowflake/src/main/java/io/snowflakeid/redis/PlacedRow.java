package io.snowflakeid.redis;

import io.snowflakeid.ledger.spi.WorkerRow;
import io.snowflakeid.ledger.spi.WorkerRowText;

/** A worker's row under its field, {@code datacenter/worker}; the scripts write and read the same. */
record PlacedRow(long datacenter, long worker, WorkerRow row) {

    /** False for what the namespace itself was set up with. */
    static boolean isRow(String field) {
        return field.indexOf('/') > 0;
    }

    static PlacedRow of(String field, String line) {
        int slash = field.indexOf('/');
        return new PlacedRow(
                Long.parseLong(field.substring(0, slash)),
                Long.parseLong(field.substring(slash + 1)),
                WorkerRowText.read(line));
    }
}
