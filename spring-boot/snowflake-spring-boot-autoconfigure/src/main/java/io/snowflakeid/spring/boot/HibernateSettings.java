package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.hibernate.SnowflakeSettings;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Puts the application's generators into Hibernate's settings, unless they say already where ids come from. For the starters, whose
 * lines of Boot have different types for this.
 */
public final class HibernateSettings {

    private static final String PREFIX = "hibernate.snowflake.";

    private static final Pattern SOURCE = Pattern.compile("hibernate\\.snowflake\\.(?:[^.]+\\.)?(?:worker|ledger)");

    private final Supplier<Map<String, IdGenerator>> generators;
    private final SnowflakeProperties.Hibernate properties;

    HibernateSettings(Supplier<Map<String, IdGenerator>> generators, SnowflakeProperties.Hibernate properties) {
        this.generators = generators;
        this.properties = properties;
    }

    /** Whether {@code spring.jpa.properties.hibernate.snowflake.*} describes a generator. */
    static boolean sayWhereIdsComeFrom(Environment environment) {
        return Binder.get(environment)
                .bind("spring.jpa.properties", Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .entrySet()
                .stream()
                .anyMatch(setting -> !setting.getValue().isBlank()
                        && SOURCE.matcher(setting.getKey()).matches());
    }

    /** Adds what is missing; what stands there is kept, unless it is empty. */
    public void addTo(Map<String, Object> settings) {
        settings.entrySet()
                .removeIf(setting -> setting.getKey().startsWith(PREFIX)
                        && setting.getValue() instanceof String text
                        && text.isBlank());
        if (properties.auto()) {
            settings.putIfAbsent(SnowflakeSettings.AUTO, "true");
        }
        settings.putIfAbsent(
                SnowflakeSettings.COLUMNS, properties.columns().name().toLowerCase(Locale.ROOT));
        generators.get().forEach((name, ids) -> {
            if (!saysWhereIdsComeFrom(name, settings)) {
                settings.put(
                        name.isEmpty() ? SnowflakeSettings.GENERATOR : SnowflakeSettings.GENERATOR + "." + name, ids);
            }
        });
    }

    private static boolean saysWhereIdsComeFrom(String generator, Map<String, Object> settings) {
        String part = generator.isEmpty() ? PREFIX : PREFIX + generator + ".";
        String object =
                generator.isEmpty() ? SnowflakeSettings.GENERATOR : SnowflakeSettings.GENERATOR + "." + generator;
        return settings.containsKey(object)
                || settings.containsKey(part + "worker")
                || settings.containsKey(part + "ledger");
    }
}
