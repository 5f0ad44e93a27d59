package io.snowflakeid.merge.result;

/** Reports a rejected command, for instance because a source changed, the target is not empty, or another command is running. */
public final class MergeRefusedException extends RuntimeException {

    public MergeRefusedException(String message) {
        super(message);
    }
}
