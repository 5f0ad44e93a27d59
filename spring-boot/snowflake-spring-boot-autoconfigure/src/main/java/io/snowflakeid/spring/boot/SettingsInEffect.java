package io.snowflakeid.spring.boot;

import io.snowflakeid.internal.JdbcAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Lists the {@code snowflake.*} settings and their origins for messages about a failed start. */
final class SettingsInEffect {

    private SettingsInEffect() {}

    static String of(Environment environment) {
        Map<String, String> lines = new TreeMap<>();
        Binder binder = Binder.get(environment, new Recorder(lines));
        binder.bind("snowflake", SnowflakeProperties.class);
        if (lines.isEmpty()) {
            return "No setting of snowflake.* is set.";
        }
        if (binder.bind("snowflake.ledger.data-source", String.class).orElse("").equals("dataSource")) {
            binder.bind("spring.datasource.url", String.class); // the database of the ledger
        }
        return lines.entrySet().stream()
                .map(line -> "    " + line.getKey() + "=" + line.getValue())
                .collect(Collectors.joining("\n", "Settings of snowflake.*:\n\n", ""));
    }

    /** Records only the settings that Spring binds, because other {@code SNOWFLAKE_} variables may contain secrets of other products. */
    private record Recorder(Map<String, String> lines) implements BindHandler {

        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            record(name, context.getConfigurationProperty());
            return result;
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
            record(name, context.getConfigurationProperty());
            return null; // an invalid value is printed as written
        }

        private void record(ConfigurationPropertyName name, @Nullable ConfigurationProperty property) {
            if (property != null && property.getName().equals(name)) {
                Origin origin = Origin.from(property);
                lines.put(name.toString(), shown(name, property) + (origin == null ? "" : "  (" + origin + ")"));
            }
        }

        private static String shown(ConfigurationPropertyName name, ConfigurationProperty property) {
            String value = String.valueOf(property.getValue());
            return switch (name.getLastElement(ConfigurationPropertyName.Form.UNIFORM)) {
                case "password" -> "******";
                // A user may set data-source to a JDBC address by mistake.
                case "url", "datasource" -> JdbcAddress.shown(value);
                default -> value;
            };
        }
    }
}
