package io.snowflakeid.spring.boot.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks the health of the application's generators. A check generates no id, does not access a ledger and never waits. This class is thread-safe.
 */
public final class SnowflakeHealth {

    private final Supplier<List<WatchedGenerator>> generators;

    SnowflakeHealth(Supplier<List<WatchedGenerator>> generators) {
        this.generators = generators;
    }

    /**
     * The health of all generators.
     *
     * @param up whether every generator can issue ids
     * @param details the details by generator name, for example the {@code reason} why a generator cannot issue ids
     */
    public record Result(boolean up, Map<String, Object> details) {}

    /** Checks all generators. */
    public Result check() {
        boolean up = true;
        Map<String, Object> details = new LinkedHashMap<>();
        for (WatchedGenerator generator : generators.get()) {
            GeneratorHealthState state = generator.state();
            up &= state.isOnline();
            details.put(generator.name(), details(generator, state));
        }
        return new Result(up, details);
    }

    private static Map<String, Object> details(WatchedGenerator generator, GeneratorHealthState state) {
        Map<String, Object> details = new LinkedHashMap<>();
        if (state.whyOffline != null) {
            details.put("reason", state.whyOffline);
        }
        if (!state.warnings().isEmpty()) {
            details.put("warnings", state.warnings());
        }
        if (state.endsSoon() != null) {
            details.put("endsSoon", state.endsSoon());
        }
        details.put("layout", generator.ids().layout().spec());
        details.put("datacenter", state.status.datacenter());
        details.put("worker", state.status.worker());
        details.put("windowUntil", state.status.windowUntil().toString());
        details.put("ahead", state.status.ahead().toString());
        return details;
    }
}
