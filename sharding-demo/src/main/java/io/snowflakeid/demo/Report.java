package io.snowflakeid.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.demo.orders.OrdersResult;
import io.snowflakeid.demo.worlds.WorldsResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. The component names are those of {@code report.json}, and the templates see the same names.
 *
 * @param when when the run began, UTC
 * @param product of the databases, with its version
 * @param orders null if they were left out
 * @param merge null if it was left out
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Report(
        String when,
        double seconds,
        String product,
        @Nullable OrdersResult orders,
        @Nullable WorldsResult merge) {

    /** Every promise that was not kept, one sentence each. */
    @JsonProperty
    List<String> failures() {
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
    boolean allIsWell() {
        return failures().isEmpty();
    }

    /**
     * Writes {@code report.json}, and {@code report.html}, which needs nothing but itself, and no script; over those of an earlier run.
     *
     * @return the page
     * @throws IOException if there is no space, for instance; what stands there then is not complete
     */
    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), Page.json(this));
        return Files.writeString(folder.resolve("report.html"), Page.html(this, Report.class, "report.ftl"));
    }

    /** The figures on half a screen. */
    String summary() throws IOException {
        return Page.text(this, Report.class, "summary.ftl");
    }
}
