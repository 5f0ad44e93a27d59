package io.snowflakeid.spring.boot;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Which names below {@code snowflake} are ours. Another product may have some there, too, so an unknown one is a mistake only where
 * all names are ours: below {@code snowflake.ledger} and {@code snowflake.generators}.
 */
final class KnownSettings {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("snowflake");

    /** Of one generator, as properties are compared: without dashes; by the spelling that is shown. */
    private static final Map<String, String> OF_GENERATOR = ofGenerator();

    private static final Map<String, String> OF_APPLICATION = ofApplication();

    private KnownSettings() {}

    private static Map<String, String> ofGenerator() {
        Map<String, String> names = new TreeMap<>();
        for (String name : namesOf(GeneratorProperties.class)) {
            if (!name.equals("ledger")) {
                names.put(uniform(name), name);
            }
        }
        for (String name : namesOf(GeneratorProperties.Ledger.class)) {
            names.put("ledger." + uniform(name), "ledger." + name);
        }
        return names;
    }

    private static Map<String, String> ofApplication() {
        Map<String, String> names = new TreeMap<>();
        Map<String, Class<?>> groups = Map.of(
                "hibernate.", SnowflakeProperties.Hibernate.class,
                "mybatis.", SnowflakeProperties.MyBatis.class,
                "meters.", SnowflakeProperties.Meters.class,
                "data-jdbc.", DataJdbcProperties.class);
        namesOf(SnowflakeProperties.class).forEach(name -> names.put(uniform(name), name));
        groups.forEach((group, type) -> namesOf(type).forEach(name -> names.put(uniform(group + name), group + name)));
        return names;
    }

    private static List<String> namesOf(Class<?> properties) {
        return Stream.of(properties.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String uniform(String name) {
        return name.replace("-", "");
    }

    /** Whether a value there is meant for us. */
    static boolean contains(ConfigurationPropertyName name) {
        return PREFIX.isAncestorOf(name)
                && (OF_GENERATOR.containsKey(setting(name))
                        || (!isOfNamedGenerator(name) && OF_APPLICATION.containsKey(setting(name))));
    }

    private static boolean isOfNamedGenerator(ConfigurationPropertyName name) {
        return name.getNumberOfElements() > 3
                && name.getElement(1, Form.UNIFORM).equals("generators");
    }

    /** Without {@code snowflake.} and {@code generators.NAME.}. */
    private static String setting(ConfigurationPropertyName name) {
        int first = isOfNamedGenerator(name) ? 3 : 1;
        return Stream.iterate(first, i -> i < name.getNumberOfElements(), i -> i + 1)
                .map(i -> name.getElement(i, Form.UNIFORM))
                .collect(Collectors.joining("."));
    }

    /** @throws SnowflakeStartException if a name that can only be ours is none of ours */
    static void requireKnown(Environment environment) {
        Set<String> unknown = new TreeSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            // SNOWFLAKE_LEDGER_DATA_SOURCE may be data-source or data.source: no name there is surely wrong
            if (source instanceof IterableConfigurationPropertySource iterable
                    && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
                iterable.stream()
                        .filter(PREFIX::isAncestorOf)
                        .filter(name -> isSurelyOurs(name) && !contains(name))
                        .forEach(name -> unknown.add(name.toString()));
            }
        }
        if (!unknown.isEmpty()) {
            throw new SnowflakeStartException(
                    "There is no setting " + String.join(", ", unknown) + ".",
                    "Correct the name, or remove it. Of one generator there are: "
                            + String.join(", ", OF_GENERATOR.values()) + ".");
        }
    }

    private static boolean isSurelyOurs(ConfigurationPropertyName name) {
        String group = name.getElement(1, Form.UNIFORM);
        return name.getNumberOfElements() > 2 && (group.equals("ledger") || isOfNamedGenerator(name));
    }
}
