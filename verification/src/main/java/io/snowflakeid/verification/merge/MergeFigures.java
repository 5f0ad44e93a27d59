package io.snowflakeid.verification.merge;

import java.util.List;

/**
 * What was measured, in one run on one server.
 *
 * @param product the server
 * @param durable whether it keeps every commit: what is not cannot be compared with a merge in earnest
 * @param rows of all sources together
 * @param copyRate rows in a second, as the server itself copies the sources into empty tables with all indexes, one after the other
 * @param merges one for each id mode
 */
record MergeFigures(String product, boolean durable, long rows, double copyRate, List<Merge> merges) {

    /**
     * A merge of all sources.
     *
     * @param verifySeconds with one session
     */
    record Merge(String ids, double planSeconds, double runSeconds, double verifySeconds, double verifyFourSeconds) {}
}
