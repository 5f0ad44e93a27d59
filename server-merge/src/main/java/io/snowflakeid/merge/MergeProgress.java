package io.snowflakeid.merge;

/**
 * The progress of a step.
 *
 * @param step its name, such as {@code copy rows}
 * @param done how many rows, or other units, are done
 * @param total how many there are, 0 where unknown
 */
public record MergeProgress(String step, long done, long total) {

    /** Receives the progress, from several threads at once. */
    @FunctionalInterface
    public interface Listener {
        /** Must return soon. */
        void progressed(MergeProgress progress);
    }
}
