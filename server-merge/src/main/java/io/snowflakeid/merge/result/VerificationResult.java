package io.snowflakeid.merge.result;

import java.util.List;

/**
 * The result of a verification.
 *
 * @param tables the comparisons of every table, for each source and for all sources together
 * @param faults descriptions of the differences between the target and the plan
 * @param notProved descriptions of the references that the verification cannot check
 */
public record VerificationResult(List<TableCheck> tables, List<String> faults, List<String> notProved, long millis) {

    /**
     * A comparison of the rows of one source, or of all sources, with the rows of the target table.
     *
     * @param source the number of the source in the plan, starting at 1, or 0 if the comparison covers all sources
     * @param expectedHash the expected sum of row hashes modulo 2^64, in hexadecimal digits
     * @param foundRows the number of rows in the target, or -1 if the comparison concerns one source
     * @param foundHash the sum of the row hashes in the target, or an empty text if the comparison concerns one source
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
