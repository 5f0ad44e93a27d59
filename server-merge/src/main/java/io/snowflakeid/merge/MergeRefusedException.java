package io.snowflakeid.merge;

/** The command refuses to go on: a source changed, the target is not empty, the run is finished, or another one is at work. */
public final class MergeRefusedException extends RuntimeException {

    /** With what was found and what to do. */
    public MergeRefusedException(String message) {
        super(message);
    }
}
