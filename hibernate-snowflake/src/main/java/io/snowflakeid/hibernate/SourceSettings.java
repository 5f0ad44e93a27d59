package io.snowflakeid.hibernate;

import io.snowflakeid.IdSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.HibernateException;

/**
 * The parsed {@code hibernate.snowflake.*} settings of a session factory.
 *
 * @param columns the value of the {@code columns} setting, one of {@code refuse}, {@code warn} or {@code off}
 * @param own the settings of the unnamed generator, with names that omit the prefix {@code hibernate.snowflake.}
 * @param handedOver the generator objects that the application passes, by name
 */
record SourceSettings(boolean auto, String columns, Map<String, Object> own, Map<String, IdSource> handedOver) {

    /** The name of the generator for attributes whose annotations name no generator. */
    static final String UNNAMED = "";

    /**
     * @param configuration the settings of the service registry
     * @throws HibernateException if a {@code hibernate.snowflake.} setting is unknown, contradicts another setting, or has an invalid value
     */
    static SourceSettings in(Map<?, ?> configuration) {
        boolean auto = false;
        String columns = "refuse";
        Map<String, Object> own = new TreeMap<>();
        Map<String, IdSource> handedOver = new TreeMap<>();
        for (Map.Entry<?, ?> entry : configuration.entrySet()) {
            Object value = entry.getValue();
            boolean unset = value == null || (value instanceof String text && text.isBlank());
            if (unset || !(entry.getKey() instanceof String name) || !name.startsWith(SnowflakeSettings.PREFIX)) {
                continue;
            }
            if (name.equals(SnowflakeSettings.AUTO)) {
                auto = oneOf(name, value, "true", "false").equals("true");
            } else if (name.equals(SnowflakeSettings.COLUMNS)) {
                columns = oneOf(name, value, "refuse", "warn", "off");
            } else if (name.equals(SnowflakeSettings.GENERATOR)) {
                handedOver.put(UNNAMED, generator(name, value));
            } else if (name.startsWith(SnowflakeSettings.GENERATOR + ".")) {
                handedOver.put(name.substring(SnowflakeSettings.GENERATOR.length() + 1), generator(name, value));
            } else if (!SnowflakeSettings.ALL.contains(name)) {
                throw new HibernateException("unknown setting " + name + ", known are "
                        + String.join(", ", SnowflakeSettings.ALL) + ", and for a generator called x "
                        + SnowflakeSettings.GENERATOR + ".x");
            } else {
                own.put(name.substring(SnowflakeSettings.PREFIX.length()), value);
            }
        }
        if (handedOver.containsKey(UNNAMED) && !own.isEmpty()) {
            throw new HibernateException(SnowflakeSettings.GENERATOR + " and " + SnowflakeSettings.PREFIX
                    + String.join(", " + SnowflakeSettings.PREFIX, own.keySet()) + " contradict each other, as a"
                    + " generator object already has its layout and worker: remove one or the other");
        }
        return new SourceSettings(auto, columns, own, handedOver);
    }

    /** Returns true if the settings contain a generator object or configure a generator. */
    boolean hasSource() {
        return !own.isEmpty() || !handedOver.isEmpty();
    }

    private static String oneOf(String name, Object value, String... allowed) {
        String word = value.toString().strip().toLowerCase(Locale.ROOT);
        if (!List.of(allowed).contains(word)) {
            throw new HibernateException(
                    name + " must be " + String.join(" or ", allowed) + ", but is '" + value + "'");
        }
        return word;
    }

    private static IdSource generator(String name, Object value) {
        if (value instanceof IdSource ids) {
            return ids;
        }
        throw new HibernateException(name + " must be an " + IdSource.class.getName() + " object, but is "
                + value.getClass().getName() + " '" + value + "': put the object itself into the settings, or set "
                + SnowflakeSettings.WORKER + " or " + SnowflakeSettings.LEDGER);
    }
}
