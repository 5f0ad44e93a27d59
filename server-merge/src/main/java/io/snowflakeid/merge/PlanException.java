package io.snowflakeid.merge;

/** A plan cannot be made, as of {@code merge.yaml} or of a password that cannot be used; or it cannot be used itself. */
public final class PlanException extends RuntimeException {

    /** With what was wrong and what to do, in a line for each problem. */
    public PlanException(String message) {
        super(message);
    }

    /** The same, with its cause. */
    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
