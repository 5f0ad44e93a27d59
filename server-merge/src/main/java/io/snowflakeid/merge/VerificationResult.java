package io.snowflakeid.merge;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param tables the comparisons of each table and source, and of each table as a whole
 * @param faults each difference from the plan, in words; empty if there is none
 * @param notProved the facts that the verification cannot prove, in words
 */
public record VerificationResult(List<TableCheck> tables, List<String> faults, List<String> notProved, long millis) {

    /**
     * One comparison.
     *
     * @param source the source's number, or 0 for all rows of the table
     * @param expectedHash the sum of the row hashes modulo 2 to the 64th, in hexadecimal digits
     * @param foundRows -1 for a source, since the rows of the target do not name their source
     * @param foundHash empty for a source
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

    public boolean fine() {
        return faults.isEmpty();
    }
}
