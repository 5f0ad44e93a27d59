package io.snowflakeid.merge.result;

/** Reports that a plan cannot be made or used, because of {@code merge.yaml}, the password, or the plan itself. */
public final class PlanException extends RuntimeException {

    /** Creates an exception whose message has one line for each problem. */
    public PlanException(String message) {
        super(message);
    }

    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
