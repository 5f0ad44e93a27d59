package io.snowflakeid.demo.orders;

import java.util.List;

/** Writes orders through one framework. */
interface OrderStore extends AutoCloseable {

    /** How reports call the framework. */
    String name();

    /**
     * Writes these orders with their items and payments, in one transaction.
     *
     * @param beforeCommit called when all rows are sent and all ids known; if it throws, everything is rolled back
     */
    void write(List<PlacedOrder> orders, Runnable beforeCommit);

    @Override
    void close();
}
