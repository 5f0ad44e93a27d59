package io.snowflakeid.demo.orders;

/**
 * How far a run has come.
 *
 * @param phase what is going on: {@code create tables}, {@code start writers}, {@code write orders}, {@code lose a
 *     database}, {@code repair index}, {@code check tables} or {@code look up}, in this order
 * @param done how much of the phase is done
 * @param total how much there is to do
 */
public record OrdersProgress(String phase, long done, long total) {}
