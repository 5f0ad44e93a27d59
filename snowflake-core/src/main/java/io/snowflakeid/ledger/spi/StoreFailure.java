package io.snowflakeid.ledger.spi;

/** A store failed with a checked exception, which is the cause, and may or may not have written what it was asked to. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** For what the store's client has thrown. */
    public StoreFailure(Exception cause) {
        super(cause.getMessage(), cause);
    }

    /** What the client has thrown: the cause of a {@link StoreFailure}, else the failure itself. */
    static Throwable thrown(RuntimeException failure) {
        Throwable cause = failure.getCause();
        return failure instanceof StoreFailure && cause != null ? cause : failure;
    }
}
