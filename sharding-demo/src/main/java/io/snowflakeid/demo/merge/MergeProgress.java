package io.snowflakeid.demo.merge;

/**
 * How far the merge is.
 *
 * @param phase what is being done, one line
 * @param done how many players or rows of this phase are done
 * @param total how many there are
 */
public record MergeProgress(String phase, long done, long total) {}
