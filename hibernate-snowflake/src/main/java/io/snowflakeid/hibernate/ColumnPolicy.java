package io.snowflakeid.hibernate;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.hibernate.HibernateException;

/** What {@link SnowflakeSettings#COLUMNS} says. */
enum ColumnPolicy {
    REFUSE,
    WARN,
    OFF;

    /** @throws HibernateException if the setting has another value */
    static ColumnPolicy of(Map<?, ?> settings) {
        String value = Objects.toString(settings.get(SnowflakeSettings.COLUMNS), "");
        return switch (value.trim().toLowerCase(Locale.ROOT)) {
            case "", "refuse" -> REFUSE;
            case "warn" -> WARN;
            case "off" -> OFF;
            default ->
                throw new HibernateException(
                        SnowflakeSettings.COLUMNS + " must be refuse, warn or off, but is '" + value + "'");
        };
    }
}
