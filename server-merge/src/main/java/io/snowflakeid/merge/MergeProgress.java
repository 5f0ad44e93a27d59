package io.snowflakeid.merge;

/**
 * The progress of a step.
 *
 * @param step the name of the step, such as {@code copy rows}
 * @param done the number of rows, or other units, that are done
 * @param total the number of all units, 0 if unknown
 */
public record MergeProgress(String step, long done, long total) {

    /** Receives the progress, from several threads at once. */
    @FunctionalInterface
    public interface Listener {
        /** Must return soon. */
        void progressed(MergeProgress progress);
    }
}
