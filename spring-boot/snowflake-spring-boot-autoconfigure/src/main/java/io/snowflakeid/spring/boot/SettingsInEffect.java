package io.snowflakeid.spring.boot;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** What of {@code snowflake.*} is set, and where: what a reader wants to see beside a message. */
final class SettingsInEffect {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("snowflake");

    private SettingsInEffect() {}

    static String of(Environment environment) {
        Map<String, String> lines = new TreeMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream()
                        .filter(PREFIX::isAncestorOf)
                        // the first source that has a name wins
                        .forEach(name -> lines.computeIfAbsent(name.toString(), key -> line(iterable, name)));
            }
        }
        if (lines.isEmpty()) {
            return "Of snowflake.* nothing is set.";
        }
        return lines.entrySet().stream()
                .map(line -> "    " + line.getKey() + line.getValue())
                .collect(Collectors.joining("\n", "What is set of snowflake.*:\n\n", ""));
    }

    private static @Nullable String line(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        if (property == null) {
            return null;
        }
        String last = name.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
        Object value = last.contains("password") ? "******" : property.getValue();
        Origin origin = Origin.from(property);
        return "=" + value + (origin == null ? "" : "  (" + origin + ")");
    }
}
