package io.snowflakeid.demo.orders;

import java.util.List;

/** An order with its items and payments, none of which has an id yet. */
record PlacedOrder(Order order, List<OrderItem> items, List<Payment> payments) {

    int rows() {
        return 1 + items.size() + payments.size();
    }

    /** Tells the children whose they are, once the order has its id. */
    void linkChildren() {
        items.forEach(item -> item.setOrderId(order.getId()));
        payments.forEach(payment -> payment.setOrderId(order.getId()));
    }
}
