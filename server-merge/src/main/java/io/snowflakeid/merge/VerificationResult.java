package io.snowflakeid.merge;

import java.util.List;

/**
 * What a verification found.
 *
 * @param tables for each table and source, and for each table in all
 * @param faults what is not as it should be, in words; empty if there is nothing
 * @param notProved what it cannot prove, in words
 * @param millis how long it took
 */
public record VerificationResult(List<TableCheck> tables, List<String> faults, List<String> notProved, long millis) {

    /**
     * One comparison.
     *
     * @param source the source's number, or 0 for all rows of the table
     * @param expectedRows rows that should be there
     * @param expectedHash the sum of their hashes modulo 2 to the 64th, in hexadecimal digits
     * @param foundRows rows that are there; -1 for a source, as the target's rows are not told apart by it
     * @param foundHash the sum of their hashes; empty for a source
     */
    public record TableCheck(
            String table,
            int source,
            long expectedRows,
            String expectedHash,
            long foundRows,
            String foundHash,
            boolean fine,
            long millis) {}

    /** Whether all is as it should be. */
    public boolean fine() {
        return faults.isEmpty();
    }
}
