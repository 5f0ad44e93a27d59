package io.snowflakeid.demo.orders;

import org.jspecify.annotations.Nullable;

/** A run that could not be finished: a table exists already, a database does not answer, a writer failed. */
public final class OrdersFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OrdersFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
