package io.snowflakeid.merge;

/**
 * How far a step is.
 *
 * @param step what is being done, such as {@code copy rows}
 * @param done rows, or other units
 * @param total of them, 0 where unknown
 */
public record MergeProgress(String step, long done, long total) {

    /** Takes the progress, from several threads at once. */
    @FunctionalInterface
    public interface Listener {
        /** Must return soon. */
        void progressed(MergeProgress progress);
    }
}
