package io.snowflakeid.hibernate;

import org.hibernate.HibernateException;

/**
 * Thrown at start-up if a column is unsafe for generated ids. A column is unsafe if it is too narrow, has AUTO_INCREMENT or another default, or has a
 * collation that treats two different ids as equal. The message names all unsafe columns and the fix for each column. See
 * {@link SnowflakeSettings#COLUMNS}.
 */
public final class UnsafeColumnsException extends HibernateException {

    private static final long serialVersionUID = 1L;

    UnsafeColumnsException(String message) {
        super(message);
    }
}
