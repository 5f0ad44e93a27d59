package io.snowflakeid.merge;

/** A plan cannot be made, or cannot be used. */
public final class PlanException extends RuntimeException {

    /** With what was wrong and what to do. */
    public PlanException(String message) {
        super(message);
    }

    /** The same, with its cause. */
    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
