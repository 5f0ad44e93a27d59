package io.snowflakeid.demo.orders;

/**
 * How much is written, and by whom.
 *
 * @param orders how many orders in all, from 1; each has about 1.2 items and one payment, so 3.2 ids
 * @param writers how many processes write them, from 1
 * @param seed the same seed gives the same users, prices and times; ids differ in every run
 */
public record OrdersOptions(int orders, int writers, long seed) {}
