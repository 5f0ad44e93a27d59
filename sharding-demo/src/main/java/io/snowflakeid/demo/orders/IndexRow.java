package io.snowflakeid.demo.orders;

/** A row of the index of orders by merchant. */
record IndexRow(long merchantId, long orderId) {

    /** The database that holds it: that of the merchant's gene. */
    int database() {
        return ShardedTables.databaseOfKey(merchantId);
    }
}
