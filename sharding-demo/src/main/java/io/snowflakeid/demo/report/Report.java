package io.snowflakeid.demo.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.demo.merge.MergeOptions;
import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.orders.OrdersOptions;
import io.snowflakeid.demo.orders.OrdersResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. The component names are those of {@code report.json}.
 *
 * @param when when the run began, UTC
 * @param seconds how long it took
 * @param jdk the Java runtime
 * @param system operating system and processors
 * @param databases what it ran on
 * @param options what was asked for
 * @param secondsPerPhase how long each half took
 * @param orders the sharded orders; null if they were left out
 * @param merge the merged game servers; null if they were left out
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Report(
        String when,
        double seconds,
        String jdk,
        String system,
        List<DatabaseUsed> databases,
        Map<String, Long> options,
        Map<String, Double> secondsPerPhase,
        @Nullable OrdersResult orders,
        @Nullable MergeResult merge) {

    /**
     * One database of the run.
     *
     * @param name how the report calls it
     * @param url its address, without user and password
     * @param product what it is, with its version
     */
    public record DatabaseUsed(String name, String url, String product) {}

    /** Puts together what the run knows. */
    public static Report of(
            Instant start,
            Instant end,
            List<DatabaseUsed> databases,
            @Nullable OrdersOptions ordersOptions,
            @Nullable OrdersResult orders,
            @Nullable MergeOptions mergeOptions,
            @Nullable MergeResult merge) {
        Map<String, Long> options = new LinkedHashMap<>();
        Map<String, Double> seconds = new LinkedHashMap<>();
        if (ordersOptions != null) {
            options.put("orders", (long) ordersOptions.orders());
            options.put("writers", (long) ordersOptions.writers());
            options.put("seed", ordersOptions.seed());
        }
        if (mergeOptions != null) {
            options.put("players", (long) mergeOptions.players());
            options.put("seed", mergeOptions.seed());
        }
        if (orders != null) {
            seconds.put("orders", rounded(orders.seconds()));
        }
        if (merge != null) {
            seconds.put("merge", rounded(merge.seconds()));
        }
        return new Report(
                start.truncatedTo(ChronoUnit.SECONDS).toString(),
                rounded(Duration.between(start, end).toMillis() / 1000.0),
                System.getProperty("java.runtime.name") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors",
                databases,
                options,
                seconds,
                orders,
                merge);
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }

    /** Every promise that was not kept, one sentence each. */
    @JsonProperty
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (orders != null) {
            orders.failures().forEach(failure -> failures.add("orders: " + failure));
        }
        if (merge != null) {
            merge.failures().forEach(failure -> failures.add("merge: " + failure));
        }
        return List.copyOf(failures);
    }

    /** True if no id occurred twice, and everything that was written and merged with our ids is where it belongs. */
    @JsonProperty
    public boolean allIsWell() {
        return failures().isEmpty();
    }
}
