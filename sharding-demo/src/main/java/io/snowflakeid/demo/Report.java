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
 * The result of a run of the demo. The file {@code report.json} and the templates use the names of the record's components.
 *
 * @param when the start of the run, in UTC
 * @param product the product and version of the database servers
 * @param orders the result of the orders, or null if the orders were not run
 * @param merge the result of the merge, or null if the merge was not run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Report(
        String when,
        double seconds,
        String product,
        @Nullable OrdersResult orders,
        @Nullable MergeResult merge) {

    /** Returns one sentence for each problem. */
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

    /** Returns true if the run found no problem. */
    @JsonProperty
    boolean allIsWell() {
        return failures().isEmpty();
    }

    /**
     * Writes {@code report.json} and {@code report.html}, a page that needs no scripts and no other files. The new files replace the files of an
     * earlier run.
     *
     * @return the path of {@code report.html}
     * @throws IOException if a file cannot be written, which may leave an incomplete file
     */
    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), Page.json(this));
        return Files.writeString(folder.resolve("report.html"), Page.html(this, Report.class, "report.ftl"));
    }

    /** Returns the summary for the terminal. */
    String summary() throws IOException {
        return Page.text(this, Report.class, "summary.ftl");
    }
}
