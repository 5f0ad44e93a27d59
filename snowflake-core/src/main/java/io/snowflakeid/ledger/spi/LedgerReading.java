package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.Nullable;

/**
 * The row of a worker and its namespace, as read at one moment.
 *
 * @param row the row; null if the worker has no row
 * @param server the name that the replying server reports; empty if the store has one server
 * @param ledgerNanos the time of the store's clock at the reading, in nanoseconds since 1970-01-01T00:00Z
 */
public record LedgerReading(
        long datacenter, long worker, @Nullable WorkerRow row, LedgerState state, String server, long ledgerNanos) {

    LedgerReading with(LedgerState changed) {
        return new LedgerReading(datacenter, worker, row, changed, server, ledgerNanos);
    }
}
