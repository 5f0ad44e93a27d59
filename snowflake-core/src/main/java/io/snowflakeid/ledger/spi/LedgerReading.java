package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.Nullable;

/**
 * A worker's row and its namespace, as read at one moment.
 *
 * @param row the row; null if there is none
 * @param server the server that replied, by the name that it reports; empty if the store has one server
 * @param ledgerNanos the store's clock at that moment, nanoseconds since 1970-01-01T00:00Z
 */
public record LedgerReading(
        long datacenter, long worker, @Nullable WorkerRow row, LedgerState state, String server, long ledgerNanos) {

    LedgerReading with(LedgerState changed) {
        return new LedgerReading(datacenter, worker, row, changed, server, ledgerNanos);
    }
}
