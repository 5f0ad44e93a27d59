package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.Nullable;

/**
 * A worker's row together with its namespace, as a store had both at one moment.
 *
 * @param row null if there is none
 * @param server which one answered, as it names itself; empty where that does not matter
 * @param ledgerNanos the store's clock when they were read, nanoseconds since 1970-01-01T00:00Z
 */
public record LedgerReading(
        long datacenter, long worker, @Nullable WorkerRow row, LedgerState state, String server, long ledgerNanos) {

    LedgerReading with(LedgerState changed) {
        return new LedgerReading(datacenter, worker, row, changed, server, ledgerNanos);
    }
}
