package io.snowflakeid.verification.merge;

import java.util.List;

/**
 * What was measured, in one run on one server.
 *
 * @param product the server
 * @param durable whether it keeps every commit: what is not cannot be compared with a merge in earnest
 * @param rows of all sources together
 * @param firstCopyRate rows in a second, as the server itself copies the first source into empty tables with all indexes
 * @param copyRate the same for all sources, one after the other
 * @param merges one for each id mode
 */
record MergeFigures(
        String product, boolean durable, long rows, double firstCopyRate, double copyRate, List<Merge> merges) {

    /**
     * A merge of all sources.
     *
     * @param copySeconds of those of the run, the rows
     * @param verifySeconds with one session
     * @param resumeSeconds from the start of a second run, after the first was broken off half way, to its first chunk; 0 if not measured
     */
    record Merge(
            String ids,
            double planSeconds,
            double runSeconds,
            double copySeconds,
            double verifySeconds,
            double verifyFourSeconds,
            double resumeSeconds) {}
}
