package io.snowflakeid.demo.orders;

/**
 * An order that is known to be stored, to be looked up.
 *
 * @param paymentId of one of its payments
 * @param ordersOfMerchant how many orders its merchant has
 */
record KnownOrder(
        long id, long userId, long merchantId, String status, long amountCents, long paymentId, int ordersOfMerchant) {}
