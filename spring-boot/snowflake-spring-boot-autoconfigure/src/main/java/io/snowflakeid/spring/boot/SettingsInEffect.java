package io.snowflakeid.spring.boot;

import io.snowflakeid.ledger.JdbcAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** What of {@code snowflake.*} is set, and where: what a reader wants to see beside a message. */
final class SettingsInEffect {

    private static final String HIDDEN = "******";

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

    /** Beside it, where the ledger lies in Spring Boot's own data source: its messages name no database. */
    static String andDatabaseOf(Environment environment) {
        String settings = of(environment);
        try {
            String address = environment.getProperty("spring.datasource.url");
            boolean isLedgers = "dataSource".equals(environment.getProperty("snowflake.ledger.data-source"));
            return address == null || !isLedgers
                    ? settings
                    : settings + "\n\nspring.datasource.url=" + JdbcAddress.shown(address);
        } catch (RuntimeException e) {
            return settings; // a placeholder leads nowhere, or a value cannot be decrypted
        }
    }

    private static @Nullable String line(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        if (KnownSettings.contains(name)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            return property == null ? null : "=" + value(property) + place(Origin.from(property));
        }
        // others may be of another product, and secret
        String meant = KnownSettings.meantBy(name);
        if (meant == null && !KnownSettings.isSurelyOurs(name)) {
            return null;
        }
        String place = place(originOf(source, name)) + " is no setting";
        return meant == null ? place : place + ": did you mean " + meant + "?";
    }

    /** Where a name is set; null if that cannot be told, as of another product's value that may not be read. */
    static @Nullable Origin originOf(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        try {
            return Origin.from(source.getConfigurationProperty(name));
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static String place(@Nullable Origin origin) {
        return origin == null ? "" : "  (" + origin + ")";
    }

    private static String value(ConfigurationProperty property) {
        return switch (property.getName().getLastElement(ConfigurationPropertyName.Form.UNIFORM)) {
            case "password" -> HIDDEN;
            // an address may stand in the place of a name
            case "url", "datasource" -> JdbcAddress.shown(String.valueOf(property.getValue()));
            default -> String.valueOf(property.getValue());
        };
    }
}
