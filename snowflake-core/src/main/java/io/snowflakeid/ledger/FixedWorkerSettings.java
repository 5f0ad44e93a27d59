package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A fixed worker as configuration files spell it: texts or numbers under short names. */
final class FixedWorkerSettings {

    private final Map<String, ?> settings;
    private final String prefix;

    FixedWorkerSettings(Map<String, ?> settings, String prefix) {
        this.settings = settings;
        this.prefix = prefix;
    }

    FixedWorkerLedger ledger() {
        for (String name : settings.keySet()) {
            if (!FixedWorkerLedger.SETTINGS.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + prefix + name + ", known are " + prefix
                        + String.join(", " + prefix, FixedWorkerLedger.SETTINGS));
            }
        }
        SnowflakeLayout layout = layout();
        long worker = number("worker")
                .orElseThrow(() -> new IllegalArgumentException(prefix
                        + "worker is missing: set it to the worker id of this process, 0 to " + layout.maxWorker()
                        + " with layout " + layout.spec()));
        FixedWorkerLedger ledger = fitting(layout, number("datacenter").orElse(0L), worker);
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

    private Optional<Long> number(String name) {
        Object value = settings.get(name);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(value.toString().trim()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(prefix + name + " must be a whole number, but is '" + value + "'", e);
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
