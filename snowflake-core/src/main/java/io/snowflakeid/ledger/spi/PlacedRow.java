package io.snowflakeid.ledger.spi;

/** A row and the worker that it is of. */
public record PlacedRow(long datacenter, long worker, WorkerRow row) {}
