package io.snowflakeid.ledger.spi;

/** The store's client has thrown an exception. The store may or may not have executed the request. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Exception thrown;
    private final boolean ofLockedRow;

    /** A failure by the exception of the store's client. */
    public StoreFailure(Exception thrown) {
        this(thrown, false);
    }

    /** @param ofLockedRow true if another transaction held a row for too long: nothing was written, and a step with another row may succeed */
    public StoreFailure(Exception thrown, boolean ofLockedRow) {
        super(thrown.getMessage(), thrown);
        this.thrown = thrown;
        this.ofLockedRow = ofLockedRow;
    }

    /** The exception of the store's client. */
    public Exception thrown() {
        return thrown;
    }

    boolean isOfLockedRow() {
        return ofLockedRow;
    }
}
