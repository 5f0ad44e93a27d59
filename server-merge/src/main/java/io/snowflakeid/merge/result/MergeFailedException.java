package io.snowflakeid.merge.result;

/** Reports that the loaded rows differ from the plan. The operator must not use the target after this exception. */
public final class MergeFailedException extends RuntimeException {

    public MergeFailedException(String message) {
        super(message);
    }
}
