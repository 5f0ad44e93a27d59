package io.snowflakeid.ledger;

import io.snowflakeid.ledger.GeneratorConfig.Setting;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Settings under short names, as configuration files spell them: texts, numbers, objects. What is malformed is refused by name. */
final class SettingValues {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern SHORT_DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s|m|h)");

    private final Map<String, ?> settings;
    private final UnaryOperator<String> asWritten;
    private final HostEnvironment host;

    /** @param asWritten how a name stands in the reader's configuration, for messages */
    SettingValues(Map<String, ?> settings, UnaryOperator<String> asWritten, HostEnvironment host) {
        this.settings = settings;
        this.asWritten = asWritten;
        this.host = host;
    }

    void requireKnown(Collection<String> known) {
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + named(name) + ", known are "
                        + known.stream().map(asWritten).collect(Collectors.joining(", ")));
            }
        }
    }

    /** A setting as the reader knows it. */
    String named(String name) {
        return asWritten.apply(name);
    }

    boolean has(String name) {
        return settings.get(name) != null;
    }

    @Nullable
    Object object(String name) {
        return settings.get(name);
    }

    /** What is given, without the blanks around it, or the default, if there is one; blanks alone are refused. */
    Optional<String> text(String name) {
        Object value = settings.get(name);
        if (value == null) {
            return Setting.defaultOf(name);
        }
        String text = value.toString().trim();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(named(name) + " must not be blank: give it a value, or leave it out");
        }
        return Optional.of(text);
    }

    /** Of a setting with a default. */
    boolean flag(String name) {
        return switch (text(name).orElseThrow().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        named(name) + " must be true or false, but is '" + settings.get(name) + "'");
        };
    }

    /** {@code 2m}, {@code 20s}, {@code 500ms}, {@code 1h}, or as ISO 8601 writes it. */
    Optional<Duration> duration(String name) {
        return text(name).map(text -> duration(name, text));
    }

    Duration duration(String name, String text) {
        Matcher small = SHORT_DURATION.matcher(text);
        if (small.matches()) {
            return Duration.of(Long.parseLong(small.group(1)), unit(small.group(2)));
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    named(name) + " must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'", e);
        }
    }

    private static ChronoUnit unit(String text) {
        return switch (text) {
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            default -> ChronoUnit.HOURS;
        };
    }

    /** Says which setting a refusal is about. */
    <T> T named(String name, Supplier<T> step) {
        return said(named(name), step);
    }

    /** A number, or what its source gives. */
    long number(String name, NumberField field) {
        return number(named(name), text(name).orElseThrow(), field);
    }

    /** @param name as messages call it */
    long number(String name, String value, NumberField field) {
        String text = value.trim();
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        WorkerSource source = said(name + " = " + text, () -> WorkerSource.parse(text))
                .orElseThrow(() -> new IllegalArgumentException(name + " must be a whole number, but is '" + value
                        + "'; its source may be given instead, one of " + WorkerSource.FORMS));
        return said(name, () -> source.numberFor(field, host));
    }

    private static <T> T said(String about, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(about + ": " + e.getMessage(), e);
        }
    }
}
