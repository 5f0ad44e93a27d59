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
 * The result of a run. The component names are those of {@code report.json} and of the templates.
 *
 * @param when the start of the run, UTC
 * @param product the product and version of the databases
 * @param orders the result of the orders, or null if they were not run
 * @param merge the result of the merge, or null if it was not run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Report(
        String when,
        double seconds,
        String product,
        @Nullable OrdersResult orders,
        @Nullable MergeResult merge) {

    /** The problems found, one sentence each. */
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

    /** True if there are neither duplicate ids nor lost or misplaced rows of our ids. */
    @JsonProperty
    boolean allIsWell() {
        return failures().isEmpty();
    }

    /**
     * Writes {@code report.json} and {@code report.html}, a page without scripts and other files. Replaces those of an earlier run.
     *
     * @return the path of the page
     * @throws IOException if a file cannot be written; it may then be incomplete
     */
    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), Page.json(this));
        return Files.writeString(folder.resolve("report.html"), Page.html(this, Report.class, "report.ftl"));
    }

    /** The summary for the terminal. */
    String summary() throws IOException {
        return Page.text(this, Report.class, "summary.ftl");
    }
}
