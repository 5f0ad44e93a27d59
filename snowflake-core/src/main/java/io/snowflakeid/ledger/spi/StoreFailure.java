package io.snowflakeid.ledger.spi;

/** A store's client has failed, with the cause, and may or may not have written what it was asked to. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Exception thrown;

    /** For what the store's client has thrown. */
    public StoreFailure(Exception cause) {
        super(cause.getMessage(), cause);
        thrown = cause;
    }

    /** What the client has thrown. */
    public Exception thrown() {
        return thrown;
    }
}
