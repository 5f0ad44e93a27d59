package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;

/**
 * All {@code hibernate.snowflake.*} settings of a session factory that are not empty, sorted by the generator that they describe; the
 * one without a name is {@link #UNNAMED}. Nothing is built yet, but unknown names are refused.
 */
record SourceSettings(boolean auto, Map<String, Map<String, Object>> byGenerator) {

    /** The generator that attributes without a generator's name use. */
    static final String UNNAMED = "";

    private static final String OBJECT = "generator";
    private static final Pattern NAMED_OBJECT = Pattern.compile("generator\\.([A-Za-z0-9_-]+)");

    /** No generator is called {@code ledger}: {@code ledger.layout} is a misspelt part of a ledger. */
    private static final Pattern NAMED_PART = Pattern.compile(
            "(?!ledger\\.)([A-Za-z0-9_-]+)\\.(" + String.join("|", GeneratorConfig.settingNames()) + ")");

    /**
     * @param configuration all settings of Hibernate
     * @throws HibernateException if one with our prefix is unknown, or {@link SnowflakeSettings#AUTO} is neither true nor false
     */
    static SourceSettings in(Map<?, ?> configuration) {
        boolean auto = false;
        Map<String, Map<String, Object>> byGenerator = new TreeMap<>();
        for (Map.Entry<?, ?> entry : configuration.entrySet()) {
            Object value = entry.getValue();
            boolean unset = value == null || (value instanceof String text && text.isBlank());
            if (unset || !(entry.getKey() instanceof String name) || !name.startsWith(SnowflakeSettings.PREFIX)) {
                continue;
            }
            if (name.equals(SnowflakeSettings.AUTO)) {
                auto = truth(name, value);
            } else if (!name.equals(SnowflakeSettings.COLUMNS)) {
                sortIn(byGenerator, name.substring(SnowflakeSettings.PREFIX.length()), value);
            }
        }
        return new SourceSettings(auto, byGenerator);
    }

    private static boolean truth(String name, Object value) {
        return switch (value.toString().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new HibernateException(name + " must be true or false, but is '" + value + "'");
        };
    }

    private static void sortIn(Map<String, Map<String, Object>> byGenerator, String shortName, Object value) {
        Matcher object = NAMED_OBJECT.matcher(shortName);
        Matcher part = NAMED_PART.matcher(shortName);
        if (SnowflakeSettings.ALL.contains(SnowflakeSettings.PREFIX + shortName)) {
            settingsOf(UNNAMED, byGenerator).put(shortName, value);
        } else if (object.matches()) {
            settingsOf(object.group(1), byGenerator).put(OBJECT, value);
        } else if (part.matches()) {
            settingsOf(part.group(1), byGenerator).put(part.group(2), value);
        } else {
            throw new HibernateException("unknown setting " + SnowflakeSettings.PREFIX + shortName + ", known are "
                    + String.join(", ", SnowflakeSettings.ALL)
                    + ", and for a generator called x hibernate.snowflake.generator.x or hibernate.snowflake.x.worker"
                    + " and the like");
        }
    }

    private static Map<String, Object> settingsOf(String generator, Map<String, Map<String, Object>> byGenerator) {
        return byGenerator.computeIfAbsent(generator, name -> new TreeMap<>());
    }

    /**
     * The object that was handed over as this generator, or null if one must be built from settings.
     *
     * @throws HibernateException if it is no generator, or other settings contradict it
     */
    @Nullable
    IdGenerator handedOver(String generator) {
        Map<String, Object> settings = byGenerator.getOrDefault(generator, Map.of());
        Object object = settings.get(OBJECT);
        if (object == null) {
            return null;
        }
        if (!(object instanceof IdGenerator ids)) {
            throw new HibernateException(objectKey(generator) + " must be an " + IdGenerator.class.getName()
                    + " object, but is " + object.getClass().getName() + " '" + object
                    + "': put the object itself into the settings, or set " + prefix(generator) + "worker or "
                    + prefix(generator) + "ledger");
        }
        if (settings.size() > 1) {
            String others = settings.keySet().stream()
                    .filter(name -> !name.equals(OBJECT))
                    .map(prefix(generator)::concat)
                    .reduce((one, other) -> one + ", " + other)
                    .orElseThrow();
            throw new HibernateException(objectKey(generator) + " and " + others + " contradict each other, as a"
                    + " generator that is handed over has its layout and worker already: remove one or the other");
        }
        return ids;
    }

    /**
     * Builds a generator that was not handed over, or joins those that share its ledger.
     *
     * @throws HibernateException if worker and ledger are missing, or a value is malformed, naming the setting
     */
    ConfiguredGenerator open(String generator, NamedDataSources dataSources) {
        Map<String, Object> settings = byGenerator.getOrDefault(generator, Map.of());
        if (settings.keySet().stream().noneMatch(name -> name.equals("worker") || name.startsWith("ledger"))) {
            throw noSource(generator);
        }
        try {
            return ConfiguredGenerator.open(settings, prefix(generator), dataSources::named);
        } catch (IllegalArgumentException e) {
            throw new HibernateException(e.getMessage(), e);
        }
    }

    HibernateException noSource(String generator) {
        String who = generator.equals(UNNAMED) ? "@SnowflakeId" : "generator '" + generator + "'";
        return new HibernateException(who + " has no source of ids: set " + prefix(generator) + "worker to a worker"
                + " id that no other process uses, or " + prefix(generator)
                + "ledger to the data source of a ledger, or hand an "
                + IdGenerator.class.getName() + " over as " + objectKey(generator));
    }

    static String objectKey(String generator) {
        return generator.equals(UNNAMED) ? SnowflakeSettings.GENERATOR : SnowflakeSettings.GENERATOR + "." + generator;
    }

    static String prefix(String generator) {
        return generator.equals(UNNAMED) ? SnowflakeSettings.PREFIX : SnowflakeSettings.PREFIX + generator + ".";
    }
}
