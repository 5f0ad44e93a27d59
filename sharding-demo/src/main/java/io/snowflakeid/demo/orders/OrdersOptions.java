package io.snowflakeid.demo.orders;

/**
 * How much is written, and by whom.
 *
 * @param orders how many orders in all, 1 to 10,000,000; each has about 1.13 items and 1.04 payments, so 3.17 ids
 * @param writers how many processes write them, 1 to 16
 * @param seed the same seed gives the same users, prices and times; ids differ in every run
 */
public record OrdersOptions(int orders, int writers, long seed) {

    /** More than 100,000 ids from 3 processes. */
    public static final OrdersOptions DEFAULT = new OrdersOptions(32_000, 3, 2026);

    /** Refuses what is out of range. */
    public OrdersOptions {
        requireBetween("orders", orders, 1, 10_000_000);
        requireBetween("writers", writers, 1, 16);
    }

    private static void requireBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be between " + least + " and " + most + ", but is " + value);
        }
    }
}
