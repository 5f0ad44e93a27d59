package io.snowflakeid.merge.bench;

import java.util.List;

/**
 * What was measured, in one run on one server.
 *
 * @param product the server
 * @param durable whether it keeps every commit: what is not cannot be compared with a merge in earnest
 * @param rows of all sources together
 * @param first how the server itself copies the first source's rows into an empty table with all indexes
 * @param plain how it copies those of all sources, one after the other
 * @param merges what each way to make ids unique takes
 */
public record BenchResult(String product, boolean durable, long rows, Copy first, Copy plain, List<Merge> merges) {

    /**
     * A copy by the server's own {@code INSERT … SELECT}.
     *
     * @param rows how many
     * @param seconds how long
     */
    public record Copy(long rows, double seconds) {
        /** Rows in a second. */
        public double rate() {
            return rows / seconds;
        }
    }

    /**
     * A merge.
     *
     * @param mode how ids are made unique
     * @param rows how many
     * @param planSeconds reading and deciding
     * @param runSeconds all of the run: checks, rows, indexes, foreign keys
     * @param copySeconds of these, the rows
     * @param verifySeconds with one session
     * @param verifyFourSeconds with four
     * @param resumeSeconds from the start of a second run, after the first was broken off half way, to its first chunk; 0 if not measured
     */
    public record Merge(
            String mode,
            long rows,
            double planSeconds,
            double runSeconds,
            double copySeconds,
            double verifySeconds,
            double verifyFourSeconds,
            double resumeSeconds) {
        /** Rows in a second, of the whole run. */
        public double rate() {
            return rows / runSeconds;
        }
    }
}
