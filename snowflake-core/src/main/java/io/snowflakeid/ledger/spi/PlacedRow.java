package io.snowflakeid.ledger.spi;

/** A row with the datacenter id and the worker id of its worker. */
public record PlacedRow(long datacenter, long worker, WorkerRow row) {}
