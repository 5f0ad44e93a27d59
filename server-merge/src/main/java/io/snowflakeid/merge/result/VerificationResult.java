package io.snowflakeid.merge.result;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param tables the comparisons of each table with each source, and of each table as a whole
 * @param faults a description of each difference from the plan
 * @param notProved a description of each fact that the verification cannot prove
 */
public record VerificationResult(List<TableCheck> tables, List<String> faults, List<String> notProved, long millis) {

    /**
     * The comparison of a table with one source, or with all sources.
     *
     * @param source the number of the source, or 0 for the whole table
     * @param expectedHash the sum of the row hashes modulo 2^64, in hexadecimal digits
     * @param foundRows the number of rows in the target, or -1 for one source, because rows of the target do not contain the number of their
     *     source
     * @param foundHash the sum of the row hashes in the target, or an empty text for the rows of a single source
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
