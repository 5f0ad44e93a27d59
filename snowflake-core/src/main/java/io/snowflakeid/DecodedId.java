package io.snowflakeid;

import java.time.Instant;

/**
 * The fields of one id, as {@link SnowflakeLayout#decode} reads them.
 *
 * @param timestamp the beginning of the id's tick
 * @param datacenter the datacenter id, 0 where the layout has none
 * @param worker the worker id, 0 where the layout has none
 * @param sequence the position within the tick, from 0
 * @param gene the lowest bits, taken from a sharding key, 0 where the layout has none
 */
public record DecodedId(Instant timestamp, long datacenter, long worker, long sequence, long gene) {}
