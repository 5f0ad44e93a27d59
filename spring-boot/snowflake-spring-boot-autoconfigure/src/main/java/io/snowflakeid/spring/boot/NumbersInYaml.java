package io.snowflakeid.spring.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;

/**
 * Refuses what YAML reads otherwise than it is written: {@code 017} is 15 to it, and {@code off} is false. Only where a number
 * decides whether ids are unique.
 */
final class NumbersInYaml {

    private static final Set<String> DECIDE = Set.of("worker", "datacenter", "ledger.scope");

    /** As YAML counts lines. */
    private static final Pattern LINE_END = Pattern.compile("\r\n|[\n\r\u0085\u2028\u2029]");

    /** A value without quotes, behind anchors and tags. */
    private static final Pattern VALUE = Pattern.compile("(?:[&!]\\S*\\s+)*([^\\s,\\]}]+)");

    /** What YAML may read as a number or a truth value. Anything else that is found was not where it was looked for. */
    private static final Pattern SCALAR = Pattern.compile("(?i)[-+]?[0-9][0-9a-fx_.:]*|true|false|yes|no|on|off");

    private NumbersInYaml() {}

    /** @throws SnowflakeStartException if a worker, a datacenter or a scope is not what stands in its file */
    static void requirePlain(Environment environment) {
        Set<ConfigurationPropertyName> seen = new HashSet<>();
        KnownSettings.forEach(environment, (source, name) -> {
            // of several sources that have a name, the first one wins
            if (KnownSettings.contains(name) && DECIDE.contains(KnownSettings.setting(name)) && seen.add(name)) {
                ConfigurationProperty property = source.getConfigurationProperty(name);
                if (property != null) {
                    requirePlain(property);
                }
            }
        });
    }

    private static void requirePlain(ConfigurationProperty property) {
        Object read = property.getValue();
        if (!(read instanceof Number || read instanceof Boolean)) {
            return;
        }
        String written = written(Origin.from(property));
        if (written != null && SCALAR.matcher(written).matches() && !written.equals(read.toString())) {
            throw new SnowflakeStartException(
                    property.getName() + " is written as " + written + ", but YAML reads that as " + read + ".",
                    "Write a number with decimal digits alone and no zero in front, and anything else in quotes.");
        }
    }

    /** What stands in the file; null if it is no file, or cannot be read any more. */
    private static @Nullable String written(@Nullable Origin origin) {
        Origin place = origin instanceof PropertySourceOrigin property ? property.getOrigin() : origin;
        if (!(place instanceof TextResourceOrigin text) || text.getResource() == null || text.getLocation() == null) {
            return null;
        }
        try {
            String[] lines = LINE_END.split(text.getResource().getContentAsString(StandardCharsets.UTF_8), -1);
            String line = lines[text.getLocation().getLine()];
            // YAML counts characters, some of which are two chars
            int begin = line.offsetByCodePoints(0, text.getLocation().getColumn());
            Matcher value = VALUE.matcher(line).region(begin, line.length());
            return value.lookingAt() ? value.group(1) : null;
        } catch (IOException | IndexOutOfBoundsException e) {
            return null; // it was changed meanwhile
        }
    }
}
