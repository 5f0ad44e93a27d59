package io.snowflakeid.merge;

/** A plan cannot be made or used, because of {@code merge.yaml}, of the password, or of the plan itself. */
public final class PlanException extends RuntimeException {

    /** Creates an exception whose message has a line for each problem, with the next step. */
    public PlanException(String message) {
        super(message);
    }

    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
