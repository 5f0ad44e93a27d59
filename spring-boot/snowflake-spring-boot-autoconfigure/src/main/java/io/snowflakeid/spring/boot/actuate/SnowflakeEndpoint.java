package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.GeneratorStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator endpoint {@code snowflake}, which returns the state of all generators. A request generates no id and does not access a ledger. */
@Endpoint(id = "snowflake")
public final class SnowflakeEndpoint {

    private final Supplier<List<WatchedGenerator>> generators;

    SnowflakeEndpoint(Supplier<List<WatchedGenerator>> generators) {
        this.generators = generators;
    }

    /** Returns the state of all generators by name, including layout, ledger, worker and window. */
    @ReadOperation
    public Map<String, Object> generators() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (WatchedGenerator generator : generators.get()) {
            all.put(generator.name(), describe(generator));
        }
        return OperationResponseBody.of(Map.of("generators", all));
    }

    private static Map<String, Object> describe(WatchedGenerator generator) {
        SnowflakeLayout layout = generator.ids().layout();
        GeneratorHealthState state = generator.state();
        GeneratorStatus status = state.status;
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("online", state.isOnline());
        if (state.whyOffline != null) {
            all.put("reason", state.whyOffline);
        }
        all.put("warnings", state.warnings());
        all.put("layout", describe(layout));
        if (generator.ledger() != null) {
            all.put("ledger", generator.ledger().describe());
        }
        all.put("datacenter", status.datacenter());
        all.put("worker", status.worker());
        all.put("windowFrom", status.windowFrom().toString());
        all.put("windowUntil", status.windowUntil().toString());
        all.put("clockPolicy", status.clockPolicy().toString());
        all.put("ahead", status.ahead().toString());
        all.put("waits", status.waits());
        all.put("issued", status.issued());
        return all;
    }

    private static Map<String, Object> describe(SnowflakeLayout layout) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("spec", layout.spec());
        all.put("endsAt", layout.exhaustedAt().toString());
        return all;
    }
}
