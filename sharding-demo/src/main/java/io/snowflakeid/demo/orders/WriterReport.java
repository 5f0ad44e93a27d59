package io.snowflakeid.demo.orders;

import java.util.Map;

/**
 * What a writer process says that it wrote so far.
 *
 * @param worker the worker id that the ledger granted it
 * @param rowsThrough how many rows it wrote through each framework
 * @param indexRowsLost how many of its orders have no row in the merchants' index
 * @param rolledBack how many orders were rolled back after their row in the merchants' index was written
 * @param startedMillis when its first transaction began, milliseconds since 1970
 * @param endedMillis when its last one was committed
 */
record WriterReport(
        long worker,
        long orders,
        long items,
        long payments,
        Map<String, Long> rowsThrough,
        long indexRowsLost,
        long rolledBack,
        long startedMillis,
        long endedMillis) {

    long rows() {
        return orders + items + payments;
    }
}
