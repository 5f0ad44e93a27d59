package io.snowflakeid.verification.rows;

/** A unit of measured work, such as a transaction that inserts 50 rows. */
@FunctionalInterface
interface Work {

    /** The number of rows in a transaction. */
    int ROWS = 50;

    void run() throws Exception;

    /** The work for each kind of ids, on one database. */
    @FunctionalInterface
    interface Source {
        Work of(Ids ids);
    }
}
