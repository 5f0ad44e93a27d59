package io.snowflakeid.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.demo.merge.MergeResult;
import io.snowflakeid.demo.orders.OrdersResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one demo run. The JSON file and the report templates use the names of the record components.
 *
 * @param when the start time of the demo run in UTC
 * @param product the product name and version of the first database server
 * @param orders the result of the sharded orders, or null if the demo ran only the merge
 * @param merge the result of the merge, or null if the demo ran only the sharded orders
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Report(
        String when,
        double seconds,
        String product,
        @Nullable OrdersResult orders,
        @Nullable MergeResult merge) {

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

    @JsonProperty
    boolean allIsWell() {
        return failures().isEmpty();
    }

    /**
     * Writes {@code report.json} and {@code report.html}. Existing files are overwritten.
     *
     * @return the path of {@code report.html}
     * @throws IOException if a file cannot be written
     */
    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), Page.json(this));
        return Files.writeString(folder.resolve("report.html"), Page.html(this, Report.class, "report.ftl"));
    }

    /** Returns a short report for the terminal. */
    String summary() throws IOException {
        return Page.text(this, Report.class, "summary.ftl");
    }
}
