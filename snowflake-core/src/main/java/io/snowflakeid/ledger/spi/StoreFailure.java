package io.snowflakeid.ledger.spi;

/** Reports that the store's client has thrown an exception. The store may or may not have executed the request. */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Exception thrown;
    private final boolean ofLockedRow;

    /** Creates a failure from the exception of the store's client. */
    public StoreFailure(Exception thrown) {
        this(thrown, false);
    }

    /** @param ofLockedRow true if another transaction locked a row for too long. Nothing was written, and a step with another row may succeed */
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
