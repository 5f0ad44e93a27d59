package io.snowflakeid.ledger.spi;

/** Reports that a request to a store failed. The store may have executed the request. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Exception thrown;
    private final boolean ofLockedRow;

    /** Creates a failure with the exception of the store's client. */
    public StoreFailure(Exception thrown) {
        this(thrown, false);
    }

    /** @param ofLockedRow true if the request failed because another transaction has locked the row */
    public StoreFailure(Exception thrown, boolean ofLockedRow) {
        super(thrown.getMessage(), thrown);
        this.thrown = thrown;
        this.ofLockedRow = ofLockedRow;
    }

    /** Returns the exception of the store's client. */
    public Exception thrown() {
        return thrown;
    }

    boolean isOfLockedRow() {
        return ofLockedRow;
    }
}
