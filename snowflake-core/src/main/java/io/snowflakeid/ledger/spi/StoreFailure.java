package io.snowflakeid.ledger.spi;

/** A store's client has failed, with the cause, and may or may not have written what it was asked to. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Exception thrown;
    private final boolean ofLockedRow;

    /** For what the store's client has thrown. */
    public StoreFailure(Exception cause) {
        this(cause, false);
    }

    /** @param ofLockedRow whether another transaction had the row for too long, so that nothing was written, and another row may do */
    public StoreFailure(Exception cause, boolean ofLockedRow) {
        super(cause.getMessage(), cause);
        thrown = cause;
        this.ofLockedRow = ofLockedRow;
    }

    /** What the client has thrown. */
    public Exception thrown() {
        return thrown;
    }

    boolean isOfLockedRow() {
        return ofLockedRow;
    }
}
