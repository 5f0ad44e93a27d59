package io.snowflakeid.demo.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.worlds.WorldsResult;
import java.util.ArrayList;
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
        @Nullable OrdersResult orders,
        @Nullable WorldsResult merge) {

    /** One database of the run; its address is without user and password. */
    public record DatabaseUsed(String name, String url, String product) {}

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
