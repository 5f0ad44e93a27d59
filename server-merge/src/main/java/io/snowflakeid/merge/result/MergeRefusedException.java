package io.snowflakeid.merge.result;

/** Reports that a command was rejected, for example because a source has changed. */
public final class MergeRefusedException extends RuntimeException {

    public MergeRefusedException(String message) {
        super(message);
    }
}
