package io.snowflakeid;

import java.time.Instant;

/**
 * The fields of one id, decoded by {@link SnowflakeLayout#decode}.
 *
 * @param timestamp the start of the id's tick
 * @param datacenter the datacenter id, or 0 if the layout has no datacenter bits
 * @param worker the worker id, or 0 if the layout has no worker bits
 * @param sequence the position of the id within its tick, counted from 0
 * @param gene the gene bits of the id, or 0 if the layout has no gene bits
 */
public record DecodedId(Instant timestamp, long datacenter, long worker, long sequence, long gene) {}
