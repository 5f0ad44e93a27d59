package io.snowflakeid.merge;

/** What was loaded is not what was planned. The target must not be used. */
public final class MergeFailedException extends RuntimeException {

    /** With what was found and what to do. */
    public MergeFailedException(String message) {
        super(message);
    }
}
