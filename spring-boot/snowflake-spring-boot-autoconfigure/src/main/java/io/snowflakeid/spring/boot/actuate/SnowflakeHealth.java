package io.snowflakeid.spring.boot.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Whether the application's generators can issue ids now; what the health indicators of both lines of Boot show.
 *
 * <p>Takes no id, asks no ledger, waits for nothing; thread-safe.
 */
public final class SnowflakeHealth {

    private final Supplier<List<WatchedGenerator>> generators;

    SnowflakeHealth(Supplier<List<WatchedGenerator>> generators) {
        this.generators = generators;
    }

    /**
     * One look at all generators.
     *
     * @param up whether each of them can issue ids
     * @param details by the name of the generator: {@code reason} if it cannot, {@code warnings} if something threatens it,
     *     {@code endsSoon} if its layout ends within 5 years, and where its ids come from
     */
    public record Look(boolean up, Map<String, Object> details) {}

    /** Looks at all generators. */
    public Look look() {
        boolean up = true;
        Map<String, Object> details = new LinkedHashMap<>();
        for (WatchedGenerator generator : generators.get()) {
            Standing standing = generator.standing();
            up &= standing.isOnline();
            details.put(generator.name(), details(generator, standing));
        }
        return new Look(up, details);
    }

    private static Map<String, Object> details(WatchedGenerator generator, Standing standing) {
        Map<String, Object> details = new LinkedHashMap<>();
        if (standing.whyOffline != null) {
            details.put("reason", standing.whyOffline);
        }
        if (!standing.warnings().isEmpty()) {
            details.put("warnings", standing.warnings());
        }
        if (standing.endsSoon() != null) {
            details.put("endsSoon", standing.endsSoon());
        }
        details.put("layout", generator.ids().layout().spec());
        details.put("datacenter", standing.status.datacenter());
        details.put("worker", standing.status.worker());
        details.put("windowUntil", standing.status.windowUntil().toString());
        details.put("ahead", standing.status.ahead().toString());
        return details;
    }
}
