package io.snowflakeid.ledger;

import io.snowflakeid.FixedField;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings under short names, as configuration files spell them: texts, numbers, objects. What is malformed is refused by name. */
final class SettingValues {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern SHORT_DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s|m|h)");

    private final Map<String, ?> settings;
    private final String prefix;
    private final Surroundings here;

    /** @param prefix what stands before a name in the reader's configuration, for messages */
    SettingValues(Map<String, ?> settings, String prefix, Surroundings here) {
        this.settings = settings;
        this.prefix = prefix;
        this.here = here;
    }

    void requireKnown(List<String> known) {
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + prefix + name + ", known are " + prefix
                        + String.join(", " + prefix, known));
            }
        }
    }

    /** A setting as the reader knows it. */
    String named(String name) {
        return prefix + name;
    }

    boolean has(String name) {
        return settings.get(name) != null;
    }

    @Nullable
    Object object(String name) {
        return settings.get(name);
    }

    /** Without the blanks around it; one that is nothing else is refused. */
    Optional<String> text(String name) {
        Object value = settings.get(name);
        if (value == null) {
            return Optional.empty();
        }
        String text = value.toString().trim();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(prefix + name + " must not be blank: give it a value, or leave it out");
        }
        return Optional.of(text);
    }

    boolean flag(String name, boolean otherwise) {
        return switch (text(name).orElse(String.valueOf(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        prefix + name + " must be true or false, but is '" + settings.get(name) + "'");
        };
    }

    /** {@code 2m}, {@code 20s}, {@code 500ms}, {@code 1h}, or as ISO 8601 writes it. */
    Duration duration(String name, Duration otherwise) {
        return text(name).map(text -> duration(name, text)).orElse(otherwise);
    }

    private Duration duration(String name, String text) {
        Matcher small = SHORT_DURATION.matcher(text);
        try {
            return small.matches() ? Duration.parse(iso(small)) : Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    prefix + name + " must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'", e);
        }
    }

    private static String iso(Matcher small) {
        String number = small.group(1);
        return switch (small.group(2)) {
            case "ms" -> "PT" + Long.parseLong(number) / 1000 + "." + "%03dS".formatted(Long.parseLong(number) % 1000);
            case "s" -> "PT" + number + "S";
            case "m" -> "PT" + number + "M";
            default -> "PT" + number + "H";
        };
    }

    SnowflakeLayout layout() {
        try {
            return text("layout").map(SnowflakeLayout::parse).orElse(SnowflakeLayout.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + "layout: " + e.getMessage(), e);
        }
    }

    /** One number, or one for each named part: {@code business=3,region=1}; 0 if not given. */
    long datacenter(SnowflakeLayout layout) {
        Object value = settings.get("datacenter");
        if (value == null) {
            return 0;
        }
        if (value.toString().indexOf('=') < 0) {
            return number("datacenter", NumberField.datacenter(layout));
        }
        try {
            return layout.datacenter(parts(value.toString(), layout));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + "datacenter '" + value + "': " + e.getMessage(), e);
        }
    }

    private Map<String, Long> parts(String text, SnowflakeLayout layout) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(equals, 0)).trim();
            if (name.isEmpty()) {
                throw new IllegalArgumentException("'" + part + "' is no name=number, as in business=3,region=1");
            }
            long number = number(name, part.substring(equals + 1), partNamed(name, layout));
            if (values.put(name, number) != null) {
                throw new IllegalArgumentException("fixed field " + name + " is given twice");
            }
        }
        return values;
    }

    /** An unknown name is refused by the layout, which lists those that it has. */
    private static NumberField partNamed(String name, SnowflakeLayout layout) {
        int bits = layout.fixedFields().stream()
                .filter(field -> field.name().equals(name))
                .mapToInt(FixedField::bits)
                .findFirst()
                .orElse(layout.datacenterBits());
        return new NumberField(name, bits, layout);
    }

    /** A number, or what its source gives. */
    long number(String name, NumberField field) {
        return number(prefix + name, String.valueOf(settings.get(name)), field);
    }

    private long number(String name, String value, NumberField field) {
        String text = value.trim();
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        return sourceOf(name, text)
                .map(source -> read(name, source, field))
                .orElseThrow(() -> new IllegalArgumentException(name + " must be a whole number, but is '" + value
                        + "'; its source may be given instead, one of " + WorkerSource.FORMS));
    }

    private static Optional<WorkerSource> sourceOf(String name, String text) {
        try {
            return WorkerSource.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " = " + text + ": " + e.getMessage(), e);
        }
    }

    private long read(String name, WorkerSource source, NumberField field) {
        try {
            return source.numberFor(field, here);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }
}
