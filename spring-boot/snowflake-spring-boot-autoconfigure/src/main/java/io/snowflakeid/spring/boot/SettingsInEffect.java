package io.snowflakeid.spring.boot;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

    /** In an address: who logs in before the host, and whatever follows it. */
    private static final Pattern LOGIN = Pattern.compile("//[^/@]*@");

    private static final Pattern OPTIONS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private SettingsInEffect() {}

    static String of(Environment environment) {
        Map<String, String> lines = new TreeMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream()
                        // others may be of another product, and secret
                        .filter(KnownSettings::contains)
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
        String value =
                switch (last) {
                    case "password" -> "******";
                    case "url" -> withoutSecrets(String.valueOf(property.getValue()));
                    default -> String.valueOf(property.getValue());
                };
        Origin origin = Origin.from(property);
        return "=" + value + (origin == null ? "" : "  (" + origin + ")");
    }

    private static String withoutSecrets(String address) {
        String withoutLogin = LOGIN.matcher(address).replaceAll("//******@");
        return OPTIONS.matcher(withoutLogin).replaceAll("...");
    }
}
