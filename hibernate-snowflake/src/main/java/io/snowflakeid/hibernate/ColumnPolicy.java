package io.snowflakeid.hibernate;

import java.util.Locale;
import java.util.Map;
import org.hibernate.HibernateException;

/** What {@link SnowflakeSettings#COLUMNS} says. */
enum ColumnPolicy {
    REFUSE,
    WARN,
    OFF;

    /** @throws HibernateException if the setting has another value */
    static ColumnPolicy of(Map<?, ?> settings) {
        Object value = settings.get(SnowflakeSettings.COLUMNS);
        if (value == null) {
            return REFUSE;
        }
        return switch (value.toString().trim().toLowerCase(Locale.ROOT)) {
            case "refuse" -> REFUSE;
            case "warn" -> WARN;
            case "off" -> OFF;
            default ->
                throw new HibernateException(
                        SnowflakeSettings.COLUMNS + " must be refuse, warn or off, but is '" + value + "'");
        };
    }
}
