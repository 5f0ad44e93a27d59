package io.snowflakeid.demo.orders;

/** An order that is known to be stored, to be looked up. */
record KnownOrder(long id, long userId, String status, long amountCents) {}
