package io.snowflakeid.hibernate;

import org.hibernate.HibernateException;

/**
 * Thrown if columns cannot hold their generated ids safely. A column is unsafe if it is too narrow, has AUTO_INCREMENT, or has a collation in
 * which two ids are equal. The message names all unsafe columns and the fix for each column. See {@link SnowflakeSettings#COLUMNS}.
 */
public final class UnsafeColumnsException extends HibernateException {

    private static final long serialVersionUID = 1L;

    UnsafeColumnsException(String message) {
        super(message);
    }
}
