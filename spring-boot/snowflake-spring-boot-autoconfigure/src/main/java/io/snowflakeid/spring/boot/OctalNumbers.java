package io.snowflakeid.spring.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;

/** Rejects a number with a leading zero in a YAML file, because YAML reads {@code 017} as the octal number 15. */
final class OctalNumbers {

    private static final List<String> NUMBERS =
            List.of("snowflake.worker", "snowflake.datacenter", "snowflake.ledger.scope");

    private static final Pattern LINE_END = Pattern.compile("\r\n|[\n\r]");
    private static final Pattern OCTAL = Pattern.compile("0[0-7_]+");

    private OctalNumbers() {}

    static void reject(Environment environment) {
        for (String setting : NUMBERS) {
            ConfigurationPropertyName name = ConfigurationPropertyName.of(setting);
            // If several property sources contain the same setting, Spring Boot uses the value from the first source.
            StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
                    .map(source -> source.getConfigurationProperty(name))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(OctalNumbers::rejectOctal);
        }
    }

    private static void rejectOctal(ConfigurationProperty property) {
        String written = property.getValue() instanceof Number ? written(Origin.from(property)) : "";
        var octal = OCTAL.matcher(written);
        if (octal.lookingAt()) {
            throw new SnowflakeStartException(
                    property.getName() + " is written as " + octal.group() + ", but YAML reads that as "
                            + property.getValue() + ".",
                    "Write the number without a leading zero.");
        }
    }

    /** Returns the text from the setting's position to the end of the line, or an empty string if the file cannot be read. */
    private static String written(@Nullable Origin origin) {
        Origin place = origin instanceof PropertySourceOrigin property ? property.getOrigin() : origin;
        if (!(place instanceof TextResourceOrigin text) || text.getResource() == null || text.getLocation() == null) {
            return "";
        }
        try {
            String[] lines = LINE_END.split(text.getResource().getContentAsString(StandardCharsets.UTF_8), -1);
            String line = lines[text.getLocation().getLine()];
            // The YAML parser counts Unicode code points as columns.
            return line.substring(line.offsetByCodePoints(0, text.getLocation().getColumn()));
        } catch (IOException | IndexOutOfBoundsException e) {
            return ""; // the file has changed after YAML read it
        }
    }
}
