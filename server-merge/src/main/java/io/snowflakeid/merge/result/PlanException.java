package io.snowflakeid.merge.result;

/** Reports that {@code merge.yaml}, the password or the plan is invalid. */
public final class PlanException extends RuntimeException {

    /** Creates an exception whose message has one line for each problem. */
    public PlanException(String message) {
        super(message);
    }

    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
