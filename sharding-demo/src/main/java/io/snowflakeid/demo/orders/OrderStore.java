package io.snowflakeid.demo.orders;

import java.util.List;

/** Writes orders through one framework. */
interface OrderStore extends AutoCloseable {

    /** How reports call the framework. */
    String name();

    /** Writes these orders with their items and payments, in one transaction. */
    void write(List<PlacedOrder> orders);

    @Override
    void close();
}
