package io.snowflakeid.spring.boot;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** What of {@code snowflake.*} is set, and where: what a reader wants to see beside a message. */
final class SettingsInEffect {

    /** In an address: who logs in, before the last of its hosts. */
    private static final Pattern LOGIN = Pattern.compile("(jdbc:\\w+:(?:\\w+:)?(?://)?).*@", Pattern.DOTALL);

    private static final Pattern PASSWORD = Pattern.compile("(?i)password=[^,)]*");

    private static final Pattern OPTIONS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private SettingsInEffect() {}

    static String of(Environment environment) {
        Map<String, String> lines = new TreeMap<>();
        // of several sources that have a name, the first one wins
        KnownSettings.forEach(
                environment, (source, name) -> lines.computeIfAbsent(name.toString(), key -> line(source, name)));
        if (lines.isEmpty()) {
            return "Of snowflake.* nothing is set.";
        }
        return lines.entrySet().stream()
                .map(line -> "    " + line.getKey() + line.getValue())
                .collect(Collectors.joining("\n", "What is set of snowflake.*:\n\n", ""));
    }

    /** Beside it, for a ledger whose messages name no database. */
    static String andDatabaseOf(Environment environment) {
        String address = environment.getProperty("spring.datasource.url");
        return of(environment) + (address == null ? "" : "\n\nspring.datasource.url=" + withoutSecrets(address));
    }

    private static @Nullable String line(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        if (property == null) {
            return null;
        }
        Origin origin = Origin.from(property);
        String place = origin == null ? "" : "  (" + origin + ")";
        if (KnownSettings.contains(name)) {
            return "=" + value(property) + place;
        }
        // others may be of another product, and secret
        String meant = KnownSettings.meantBy(name);
        return meant == null ? null : place + " is no setting: did you mean " + meant + "?";
    }

    private static String value(ConfigurationProperty property) {
        return switch (property.getName().getLastElement(ConfigurationPropertyName.Form.UNIFORM)) {
            case "password" -> "******";
            case "url" -> withoutSecrets(String.valueOf(property.getValue()));
            default -> String.valueOf(property.getValue());
        };
    }

    private static String withoutSecrets(String address) {
        String withoutLogin = LOGIN.matcher(address).replaceFirst("$1******@");
        String withoutPassword = PASSWORD.matcher(withoutLogin).replaceAll("password=******");
        return OPTIONS.matcher(withoutPassword).replaceAll("...");
    }
}
