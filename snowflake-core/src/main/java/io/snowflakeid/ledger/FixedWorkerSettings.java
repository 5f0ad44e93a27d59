package io.snowflakeid.ledger;

import io.snowflakeid.FixedField;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A fixed worker as configuration files spell it: texts or numbers under short names. */
final class FixedWorkerSettings {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    private final Map<String, ?> settings;
    private final String prefix;
    private final Surroundings here;

    FixedWorkerSettings(Map<String, ?> settings, String prefix, Surroundings here) {
        this.settings = settings;
        this.prefix = prefix;
        this.here = here;
    }

    FixedWorkerLedger ledger() {
        for (String name : settings.keySet()) {
            if (!FixedWorkerLedger.SETTINGS.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + prefix + name + ", known are " + prefix
                        + String.join(", " + prefix, FixedWorkerLedger.SETTINGS));
            }
        }
        SnowflakeLayout layout = layout();
        if (settings.get("worker") == null) {
            throw new IllegalArgumentException(
                    prefix + "worker is missing: set it to the worker id of this process, 0 to "
                            + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                            + WorkerSource.FORMS);
        }
        long worker = number("worker", NumberField.worker(layout));
        FixedWorkerLedger ledger = fitting(layout, datacenter(layout), worker);
        ledger = text("namespace").map(ledger::inNamespace).orElse(ledger);
        return text("file").map(Path::of).map(ledger::storedIn).orElse(ledger);
    }

    private SnowflakeLayout layout() {
        try {
            return text("layout").map(SnowflakeLayout::parse).orElse(SnowflakeLayout.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + "layout: " + e.getMessage(), e);
        }
    }

    private FixedWorkerLedger fitting(SnowflakeLayout layout, long datacenter, long worker) {
        try {
            return FixedWorkerLedger.of(layout, datacenter, worker);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    prefix + "datacenter " + datacenter + ", " + prefix + "worker " + worker + " under layout "
                            + layout.spec() + ": " + e.getMessage(),
                    e);
        }
    }

    /** One number, or one for each named part: {@code business=3,region=1}. */
    private long datacenter(SnowflakeLayout layout) {
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

    private long number(String name, NumberField field) {
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

    private Optional<String> text(String name) {
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
}
