package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.HibernateException;

/**
 * All {@code hibernate.snowflake.*} settings of a session factory that are not empty. Nothing is built yet, but unknown names are
 * refused.
 *
 * @param own what describes the generator without a name, by names without prefix
 * @param handedOver generators by name, without a name as {@link #UNNAMED}
 */
record SourceSettings(boolean auto, Map<String, Object> own, Map<String, IdGenerator> handedOver) {

    /** The generator that attributes without a generator's name use. */
    static final String UNNAMED = "";

    /**
     * @param configuration all settings of Hibernate
     * @throws HibernateException if one with our prefix is unknown, contradicts another, is no generator where one is needed, or if
     *     {@link SnowflakeSettings#AUTO} is neither true nor false
     */
    static SourceSettings in(Map<?, ?> configuration) {
        boolean auto = false;
        Map<String, Object> own = new TreeMap<>();
        Map<String, IdGenerator> handedOver = new TreeMap<>();
        for (Map.Entry<?, ?> entry : configuration.entrySet()) {
            Object value = entry.getValue();
            boolean unset = value == null || (value instanceof String text && text.isBlank());
            if (unset || !(entry.getKey() instanceof String name) || !name.startsWith(SnowflakeSettings.PREFIX)) {
                continue;
            }
            if (name.equals(SnowflakeSettings.AUTO)) {
                auto = truth(name, value);
            } else if (name.equals(SnowflakeSettings.GENERATOR)) {
                handedOver.put(UNNAMED, generator(name, value));
            } else if (name.startsWith(SnowflakeSettings.GENERATOR + ".")) {
                handedOver.put(name.substring(SnowflakeSettings.GENERATOR.length() + 1), generator(name, value));
            } else if (!SnowflakeSettings.ALL.contains(name)) {
                throw new HibernateException("unknown setting " + name + ", known are "
                        + String.join(", ", SnowflakeSettings.ALL) + ", and for a generator called x "
                        + SnowflakeSettings.GENERATOR + ".x");
            } else if (!name.equals(SnowflakeSettings.COLUMNS)) {
                own.put(name.substring(SnowflakeSettings.PREFIX.length()), value);
            }
        }
        if (handedOver.containsKey(UNNAMED) && !own.isEmpty()) {
            throw new HibernateException(SnowflakeSettings.GENERATOR + " and " + SnowflakeSettings.PREFIX
                    + String.join(", " + SnowflakeSettings.PREFIX, own.keySet()) + " contradict each other, as a"
                    + " generator that is handed over has its layout and worker already: remove one or the other");
        }
        return new SourceSettings(auto, own, handedOver);
    }

    private static boolean truth(String name, Object value) {
        return switch (value.toString().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new HibernateException(name + " must be true or false, but is '" + value + "'");
        };
    }

    private static IdGenerator generator(String name, Object value) {
        if (value instanceof IdGenerator ids) {
            return ids;
        }
        throw new HibernateException(name + " must be an " + IdGenerator.class.getName() + " object, but is "
                + value.getClass().getName() + " '" + value + "': put the object itself into the settings, or set "
                + SnowflakeSettings.WORKER + " or " + SnowflakeSettings.LEDGER);
    }

    /**
     * Builds the generator without a name, or joins those that share its ledger.
     *
     * @throws HibernateException if worker and ledger are missing, or a value is malformed, naming the setting
     */
    ConfiguredGenerator open(NamedDataSources dataSources) {
        if (own.keySet().stream().noneMatch(name -> name.equals("worker") || name.startsWith("ledger"))) {
            throw noSource();
        }
        try {
            return ConfiguredGenerator.open(own, SnowflakeSettings.PREFIX, dataSources::named);
        } catch (IllegalArgumentException e) {
            throw new HibernateException(e.getMessage(), e);
        }
    }

    static HibernateException noSource() {
        return new HibernateException("@SnowflakeId has no source of ids: set " + SnowflakeSettings.WORKER
                + " to a worker id that no other process uses, or " + SnowflakeSettings.LEDGER
                + " to the data source of a ledger, or hand an " + IdGenerator.class.getName() + " over as "
                + SnowflakeSettings.GENERATOR);
    }
}
