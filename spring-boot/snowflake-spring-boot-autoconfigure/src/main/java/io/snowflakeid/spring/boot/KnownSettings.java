package io.snowflakeid.spring.boot;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    /** What {@link GeneratorProperties} binds; written down, as a native image shows no record's components. */
    static final List<String> OF_GENERATOR = List.of(
            "clock-policy",
            "datacenter",
            "epoch",
            "file",
            "layout",
            "ledger.create-tables",
            "ledger.data-source",
            "ledger.password",
            "ledger.renew-every",
            "ledger.scope",
            "ledger.url",
            "ledger.username",
            "ledger.window",
            "ledger.worker-ledger",
            "max-leap",
            "max-wait",
            "namespace",
            "run-ahead",
            "worker");

    /** What {@link SnowflakeProperties} and {@link DataJdbcProperties} bind beside it. */
    static final List<String> OF_APPLICATION = List.of(
            "data-jdbc.all-ids",
            "data-jdbc.enabled",
            "enabled",
            "generators",
            "hibernate",
            "hibernate.auto",
            "hibernate.columns",
            "json",
            "meters",
            "meters.enabled",
            "meters.workers",
            "mybatis",
            "mybatis.annotated-only",
            "mybatis.enabled",
            "required-lifetime");

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("snowflake");

    /** As names are compared, without dashes; by the spelling that is shown. */
    private static final Map<String, String> BELOW_GENERATOR = byUniformName(OF_GENERATOR.stream());

    private static final Map<String, String> BELOW_SNOWFLAKE =
            byUniformName(Stream.concat(OF_GENERATOR.stream(), OF_APPLICATION.stream()));

    private KnownSettings() {}

    private static Map<String, String> byUniformName(Stream<String> names) {
        return names.collect(
                Collectors.toMap(name -> name.replace("-", ""), name -> name, (one, other) -> one, TreeMap::new));
    }

    /** Whether a value there is meant for us. */
    static boolean contains(ConfigurationPropertyName name) {
        return PREFIX.isAncestorOf(name) && knownBeside(name).containsKey(setting(name));
    }

    private static Map<String, String> knownBeside(ConfigurationPropertyName name) {
        return isOfNamedGenerator(name) ? BELOW_GENERATOR : BELOW_SNOWFLAKE;
    }

    private static boolean isOfNamedGenerator(ConfigurationPropertyName name) {
        return name.getNumberOfElements() > 3
                && name.getElement(1, Form.UNIFORM).equals("generators");
    }

    /** How many elements come before the setting's own name: {@code snowflake}, or {@code snowflake.generators.NAME}. */
    private static int prefixOf(ConfigurationPropertyName name) {
        return isOfNamedGenerator(name) ? 3 : 1;
    }

    /** As names are compared, without what comes before. */
    static String setting(ConfigurationPropertyName name) {
        return Stream.iterate(prefixOf(name), i -> i < name.getNumberOfElements(), i -> i + 1)
                .map(i -> name.getElement(i, Form.UNIFORM))
                .collect(Collectors.joining("."));
    }

    /** The name that was probably meant by an unknown one; null if it is known, or may well be another product's. */
    static @Nullable String meantBy(ConfigurationPropertyName name) {
        if (!PREFIX.isAncestorOf(name) || contains(name)) {
            return null;
        }
        int first = prefixOf(name);
        Map<String, String> groups =
                byUniformName(knownBeside(name).values().stream().map(known -> known.replaceAll("\\..*", "")));
        String group = groups.get(name.getElement(first, Form.UNIFORM));
        if (group == null) {
            return meantBy(name, first, groups);
        }
        String below = group + ".";
        return name.getNumberOfElements() == first + 1
                ? null
                : meantBy(
                        name,
                        first + 1,
                        byUniformName(knownBeside(name).values().stream()
                                .filter(known -> known.startsWith(below))
                                .map(known -> known.substring(below.length()))));
    }

    /** Replaces one element by the nearest of those that may stand there. */
    private static @Nullable String meantBy(
            ConfigurationPropertyName name, int element, Map<String, String> knownThere) {
        String written = name.getElement(element, Form.UNIFORM);
        String nearest = Spelling.nearest(written, knownThere.keySet());
        // of a variable, what follows may belong to the same word
        if (nearest == null && isSurelyOurs(name) && name.getNumberOfElements() == element + 1) {
            nearest = Spelling.completed(written, knownThere.keySet());
        }
        if (nearest == null || nearest.equals(written)) {
            return null;
        }
        ConfigurationPropertyName meant = name.chop(element).append(knownThere.get(nearest));
        return name.getNumberOfElements() == element + 1
                ? meant.toString()
                : meant.append(name.subName(element + 1)).toString();
    }

    /** All names below {@code snowflake}, each with the sources that can be asked for it; of several the first one wins. */
    static void forEach(
            Environment environment,
            BiConsumer<IterableConfigurationPropertySource, ConfigurationPropertyName> action) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream().filter(PREFIX::isAncestorOf).forEach(name -> action.accept(iterable, name));
            }
        }
    }

    /** @throws SnowflakeStartException if a name that can only be ours is none of ours */
    static void requireKnown(Environment environment) {
        Set<String> unknown = new TreeSet<>();
        forEach(environment, (source, name) -> {
            // SNOWFLAKE_LEDGER_DATA_SOURCE may be data-source or data.source: no name there is surely wrong
            boolean isVariable = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
            if (!isVariable && isSurelyOurs(name) && !contains(name)) {
                unknown.add(name.toString());
            }
        });
        if (!unknown.isEmpty()) {
            throw new SnowflakeStartException(
                    "There is no setting " + String.join(", ", unknown) + ".",
                    "Correct the name, or remove it. Of one generator there are: " + String.join(", ", OF_GENERATOR)
                            + ".");
        }
    }

    /** Whether no other product has names there. */
    static boolean isSurelyOurs(ConfigurationPropertyName name) {
        String group = name.getElement(1, Form.UNIFORM);
        return name.getNumberOfElements() > 2 && (group.equals("ledger") || isOfNamedGenerator(name));
    }
}
