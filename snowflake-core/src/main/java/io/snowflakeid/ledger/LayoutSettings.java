package io.snowflakeid.ledger;

import io.snowflakeid.FixedField;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What settings say of the bits of an id: {@code layout}, {@code epoch} and {@code datacenter}. */
final class LayoutSettings {

    private final SettingValues values;

    LayoutSettings(SettingValues values) {
        this.values = values;
    }

    SnowflakeLayout layout() {
        String text = values.text("layout").orElseThrow();
        Optional<Instant> epoch = values.text("epoch").map(this::epoch);
        if (epoch.isEmpty()) {
            return values.named("layout", () -> SnowflakeLayout.parse(text));
        }
        if (text.indexOf('@') >= 0) {
            throw new IllegalArgumentException(values.named("epoch") + " and " + values.named("layout")
                    + " contradict each other, as layout " + text
                    + " has an epoch behind its @: remove one or the other");
        }
        boolean isPreset = SnowflakeLayout.presets().containsKey(text.toUpperCase(Locale.ROOT));
        String withAnyEpoch = isPreset ? text : text + '@' + SnowflakeLayout.DEFAULT.epoch();
        String spec = values.named("layout", () -> SnowflakeLayout.parse(withAnyEpoch))
                .spec();
        // not by a builder, which compares the epoch with this machine's clock: the ledger says which of the two is
        // wrong
        return values.named(
                "epoch", () -> SnowflakeLayout.parse(spec.substring(0, spec.indexOf('@') + 1) + epoch.get()));
    }

    private Instant epoch(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    values.named("epoch")
                            + " must be an instant such as 2026-01-01T00:00:00Z, or a date, whose midnight in UTC it"
                            + " is, but is '" + text + "'",
                    e);
        }
    }

    /** One number, or one for each named part: {@code business=3,region=1}; 0 if not given. */
    long datacenter(SnowflakeLayout layout) {
        Object value = values.object("datacenter");
        if (value == null) {
            return 0;
        }
        if (value.toString().indexOf('=') < 0) {
            return values.number("datacenter", NumberField.datacenter(layout));
        }
        try {
            return layout.datacenter(parts(value.toString(), layout));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(values.named("datacenter") + " '" + value + "': " + e.getMessage(), e);
        }
    }

    private Map<String, Long> parts(String text, SnowflakeLayout layout) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(equals, 0)).trim();
            if (name.isEmpty()) {
                throw new IllegalArgumentException("'" + part + "' is no name=number, as in business=3,region=1");
            }
            long number = values.number(name, part.substring(equals + 1), partNamed(name, layout));
            if (numbers.put(name, number) != null) {
                throw new IllegalArgumentException("fixed field " + name + " is given twice");
            }
        }
        return numbers;
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
}
