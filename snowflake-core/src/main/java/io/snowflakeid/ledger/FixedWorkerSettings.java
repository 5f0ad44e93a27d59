package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.nio.file.Path;
import java.util.Map;

/** A fixed worker as configuration files spell it. */
final class FixedWorkerSettings {

    private final SettingValues values;

    FixedWorkerSettings(Map<String, ?> settings, String prefix, Surroundings here) {
        this(new SettingValues(settings, prefix::concat, here));
        values.requireKnown(FixedWorkerLedger.SETTINGS);
    }

    /** For who has looked at the names already. */
    FixedWorkerSettings(SettingValues values) {
        this.values = values;
    }

    FixedWorkerLedger ledger() {
        SnowflakeLayout layout = values.layout();
        if (!values.has("worker")) {
            throw new IllegalArgumentException(
                    values.named("worker") + " is missing: set it to the worker id of this process, 0 to "
                            + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                            + WorkerSource.FORMS);
        }
        long worker = values.number("worker", NumberField.worker(layout));
        FixedWorkerLedger ledger = fitting(layout, values.datacenter(layout), worker);
        FixedWorkerLedger named = values.text("namespace")
                .map(namespace -> values.named("namespace", () -> ledger.inNamespace(namespace)))
                .orElse(ledger);
        return values.text("file").map(Path::of).map(named::storedIn).orElse(named);
    }

    private FixedWorkerLedger fitting(SnowflakeLayout layout, long datacenter, long worker) {
        try {
            return FixedWorkerLedger.of(layout, datacenter, worker);
        } catch (IllegalArgumentException e) {
            String set = values.has("datacenter") ? values.named("datacenter") + " " + datacenter + ", " : "";
            throw new IllegalArgumentException(
                    set + values.named("worker") + " " + worker + " under layout " + layout.spec() + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
