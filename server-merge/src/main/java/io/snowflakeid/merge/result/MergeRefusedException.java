package io.snowflakeid.merge.result;

/** Rejects a command because a source changed, the target is not empty, the run is finished, or another command is running. */
public final class MergeRefusedException extends RuntimeException {

    public MergeRefusedException(String message) {
        super(message);
    }
}
