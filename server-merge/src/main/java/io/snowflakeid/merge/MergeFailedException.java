package io.snowflakeid.merge;

/** The loaded rows differ from the plan. The target must not be used. */
public final class MergeFailedException extends RuntimeException {

    public MergeFailedException(String message) {
        super(message);
    }
}
