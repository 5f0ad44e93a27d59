package io.snowflakeid.hibernate;

import org.hibernate.HibernateException;

/**
 * The real columns of generated ids cannot hold them safely: too narrow, AUTO_INCREMENT, or two ids are one to them. The message
 * names all of them, and what each needs instead. See {@link SnowflakeSettings#COLUMNS}.
 */
public final class UnsafeColumnsException extends HibernateException {

    private static final long serialVersionUID = 1L;

    UnsafeColumnsException(String message) {
        super(message);
    }
}
