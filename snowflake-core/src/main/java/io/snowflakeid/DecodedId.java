package io.snowflakeid;

import java.time.Instant;

/**
 * The fields of one id, as {@link SnowflakeLayout#decode} reads them.
 *
 * @param timestamp the beginning of the id's tick
 * @param datacenter the datacenter id, or 0 if the layout has no datacenter bits
 * @param worker the worker id, or 0 if the layout has no worker bits
 * @param sequence the position of the id within its tick, counted from 0
 * @param gene the lowest bits of the id, which come from a sharding key, or 0 if the layout has no gene bits
 */
public record DecodedId(Instant timestamp, long datacenter, long worker, long sequence, long gene) {}
