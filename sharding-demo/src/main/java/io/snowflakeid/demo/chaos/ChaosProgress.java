package io.snowflakeid.demo.chaos;

/**
 * How far a run is.
 *
 * @param phase what it does
 * @param done of that, how much
 * @param total how much there will be, 0 if nobody knows
 */
public record ChaosProgress(String phase, long done, long total) {}
