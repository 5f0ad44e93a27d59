package io.snowflakeid.merge.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the target tells about how it was made.
 *
 * @param state {@link #NOT_BEGUN}'s, {@link #FINISHED}, or else not finished, whether it is at work or was killed
 * @param program which wrote it, or null before it began
 * @param startedAt UTC, or null
 * @param finishedAt UTC, or null
 * @param steps what is done
 * @param copies what is copied of each table and source
 * @param checks what the last verification compared, table by table
 * @param faults what it found that is not as it should be, in words
 */
public record RunRecord(
        String state,
        @Nullable String program,
        @Nullable String startedAt,
        @Nullable String finishedAt,
        List<Step> steps,
        List<Copy> copies,
        List<Check> checks,
        List<String> faults) {

    /** There is no target yet. */
    public static final RunRecord NOT_BEGUN =
            new RunRecord("not begun", null, null, null, List.of(), List.of(), List.of(), List.of());

    /** The state of a run that has done all. */
    public static final String FINISHED = "finished";

    /**
     * A step that is done.
     *
     * @param rows how many rows, or other things, it was about
     */
    public record Step(String name, long rows, long millis) {}

    /**
     * How far a source's rows of a table are.
     *
     * @param source its number
     * @param rows that are in the target
     * @param chunks in which they came
     * @param millis what all writers took together
     */
    public record Copy(String table, int source, long rows, long chunks, long millis) {}

    /**
     * A comparison.
     *
     * @param source its number, 0 for all together
     * @param expectedRows how many rows there must be
     * @param foundRows how many there are, or null
     * @param expectedHash of them
     * @param foundHash of them, or null
     * @param fine whether all is as it must be
     * @param checkedAt UTC
     */
    public record Check(
            String table,
            int source,
            long expectedRows,
            @Nullable Long foundRows,
            String expectedHash,
            @Nullable String foundHash,
            boolean fine,
            long millis,
            String checkedAt) {}
}
