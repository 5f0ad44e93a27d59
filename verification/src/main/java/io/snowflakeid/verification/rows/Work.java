package io.snowflakeid.verification.rows;

/** A unit of measured work, such as a transaction that inserts 50 rows. */
@FunctionalInterface
interface Work {

    int ROWS = 50;

    void run() throws Exception;

    @FunctionalInterface
    interface Source {
        Work of(Ids ids);
    }
}
