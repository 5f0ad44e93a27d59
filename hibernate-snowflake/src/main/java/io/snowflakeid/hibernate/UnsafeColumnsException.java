package io.snowflakeid.hibernate;

import org.hibernate.HibernateException;

/**
 * Thrown if columns cannot hold their generated ids safely: too narrow, AUTO_INCREMENT, or a collation in which two ids are equal.
 * The message names all columns and the fix for each. See {@link SnowflakeSettings#COLUMNS}.
 */
public final class UnsafeColumnsException extends HibernateException {

    private static final long serialVersionUID = 1L;

    UnsafeColumnsException(String message) {
        super(message);
    }
}
