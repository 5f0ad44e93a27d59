package io.snowflakeid.ledger.spi;

/** A row with the ids of its worker. */
public record PlacedRow(long datacenter, long worker, WorkerRow row) {}
