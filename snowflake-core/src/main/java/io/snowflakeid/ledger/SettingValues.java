package io.snowflakeid.ledger;

import io.snowflakeid.ClockPolicy;
import io.snowflakeid.FixedField;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
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
    private static final Pattern TIERED = Pattern.compile("(?i)tiered:([^/]+)/([^/]+)/([^/]+)");
    private static final Pattern SHORT_DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s|m|h)");

    private final Map<String, ?> settings;
    private final UnaryOperator<String> asWritten;
    private final Surroundings here;

    /** @param asWritten how a name stands in the reader's configuration, for messages */
    SettingValues(Map<String, ?> settings, UnaryOperator<String> asWritten, Surroundings here) {
        this.settings = settings;
        this.asWritten = asWritten;
        this.here = here;
    }

    void requireKnown(List<String> known) {
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

    UnaryOperator<String> asWritten() {
        return asWritten;
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
            throw new IllegalArgumentException(named(name) + " must not be blank: give it a value, or leave it out");
        }
        return Optional.of(text);
    }

    boolean flag(String name, boolean otherwise) {
        return switch (text(name).orElse(String.valueOf(otherwise)).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        named(name) + " must be true or false, but is '" + settings.get(name) + "'");
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
                    named(name) + " must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'", e);
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
        Optional<String> layout = text("layout");
        Optional<Instant> epoch = text("epoch").map(this::epoch);
        if (epoch.isEmpty()) {
            return layout.map(this::withEpoch).orElse(SnowflakeLayout.DEFAULT);
        }
        if (layout.isPresent() && layout.get().indexOf('@') >= 0) {
            throw new IllegalArgumentException(named("epoch") + " and " + named("layout")
                    + " contradict each other, as layout " + layout.get()
                    + " has an epoch behind its @: remove one or the other");
        }
        SnowflakeLayout other = layout.map(text -> withoutEpoch(text)).orElse(SnowflakeLayout.DEFAULT);
        return named(
                "epoch",
                () -> new SnowflakeLayout(
                        epoch.get(),
                        other.tick(),
                        other.timestampBits(),
                        other.datacenterBits(),
                        other.workerBits(),
                        other.sequenceBits(),
                        other.geneBits(),
                        other.fixedFields()));
    }

    private SnowflakeLayout withEpoch(String text) {
        if (lacksItsEpochAlone(text)) {
            throw new IllegalArgumentException(
                    named("layout") + " '" + text + "' has no epoch: write one behind it, as in " + text
                            + "@2026-01-01T00:00:00Z, or set " + named("epoch"));
        }
        return named("layout", () -> SnowflakeLayout.parse(text));
    }

    private static boolean lacksItsEpochAlone(String text) {
        Instant any = SnowflakeLayout.DEFAULT.epoch();
        try {
            return text.indexOf('@') < 0
                    && SnowflakeLayout.parse(text + '@' + any).epoch().equals(any);
        } catch (IllegalArgumentException e) {
            return false; // parsing it as it stands says what else is wrong
        }
    }

    /** A preset, or the widths and the tick alone; with whatever epoch. */
    private SnowflakeLayout withoutEpoch(String text) {
        boolean preset = SnowflakeLayout.presets().containsKey(text.toUpperCase(Locale.ROOT));
        return named(
                "layout", () -> SnowflakeLayout.parse(preset ? text : text + '@' + SnowflakeLayout.DEFAULT.epoch()));
    }

    private Instant epoch(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    named("epoch")
                            + " must be an instant such as 2026-01-01T00:00:00Z, or a date, whose midnight in UTC it"
                            + " is, but is '" + text + "'",
                    e);
        }
    }

    /** One of the policies; in {@code tiered} the durations may be given. */
    ClockPolicy clockPolicy() {
        String text = text("clock-policy").orElse("ride-through");
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "ride-through" -> ClockPolicy.rideThrough();
            case "refuse" -> ClockPolicy.refuse();
            case "tiered" -> ClockPolicy.tiered();
            default -> tiered(text);
        };
    }

    private ClockPolicy tiered(String text) {
        Matcher tiers = TIERED.matcher(text);
        if (!tiers.matches()) {
            throw new IllegalArgumentException(named("clock-policy")
                    + " must be ride-through, refuse, tiered or, with what to sleep, to stay and to refuse at most,"
                    + " tiered:3ms/100ms/5s, but is '" + text + "'");
        }
        Duration sleep = duration("clock-policy", tiers.group(1));
        Duration stay = duration("clock-policy", tiers.group(2));
        Duration retryable = duration("clock-policy", tiers.group(3));
        return named("clock-policy", () -> ClockPolicy.tiered(sleep, stay, retryable));
    }

    /** Says which setting a refusal is about. */
    <T> T named(String name, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(named(name) + ": " + e.getMessage(), e);
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
            throw new IllegalArgumentException(named("datacenter") + " '" + value + "': " + e.getMessage(), e);
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
        return number(named(name), String.valueOf(settings.get(name)), field);
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
