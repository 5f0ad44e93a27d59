package io.snowflakeid.merge.result;

/**
 * The progress of one step of a command.
 *
 * @param step the name of the step, such as {@code copy rows}
 * @param done the number of finished rows or other units
 * @param total the total number of rows or units, or 0 if unknown
 */
public record MergeProgress(String step, long done, long total) {

    /** Receives progress reports, possibly from several threads at the same time. */
    @FunctionalInterface
    public interface Listener {
        /** Receives a progress report. The method must return quickly, because the command waits for the listener. */
        void progressed(MergeProgress progress);
    }
}
