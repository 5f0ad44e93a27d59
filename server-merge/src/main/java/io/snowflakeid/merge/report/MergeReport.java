package io.snowflakeid.merge.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A merge from its plan to its verification: {@code report.json}, and {@code report.html}, which shows the same under the same names and
 * needs nothing but itself. Times are in UTC.
 */
public final class MergeReport {

    /** Grows when a field goes or changes its meaning; one that is new alone changes nothing for programs that read reports. */
    private static final int VERSION = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    private MergeReport() {}

    /**
     * Writes both files, over those of an earlier report.
     *
     * @param folder where; it is created
     * @return the page
     */
    public static Path write(Path folder, PlanFile file, RunRecord run) throws IOException {
        ObjectNode report =
                of(file, run, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        Files.createDirectories(folder.toAbsolutePath());
        PrivateFile.write(folder.resolve("report.json"), report.toPrettyString() + "\n");
        return PrivateFile.write(folder.resolve("report.html"), page(report));
    }

    static String page(ObjectNode report) throws IOException {
        return Page.html(report, MergeReport.class, "report.ftl");
    }

    /** What is known of the plan and its run. */
    static ObjectNode of(PlanFile file, RunRecord run, String writtenAt) {
        List<String> failures = failures(file.plan(), run);
        ObjectNode tree = JSON.createObjectNode()
                .put("version", VERSION)
                .put("writtenAt", writtenAt)
                .put("file", file.path().toString())
                .put("hash", file.hash())
                // whether the target may be used: it was planned without errors, made as planned, and verified
                .put("fine", failures.isEmpty());
        tree.set("failures", JSON.valueToTree(failures));
        tree.set("notProved", JSON.valueToTree(file.plan().notProved()));
        tree.set("plan", planTree(file.plan()));
        return tree.set("run", JSON.valueToTree(run));
    }

    private static List<String> failures(MergePlan plan, RunRecord run) {
        List<String> failures = new ArrayList<>();
        plan.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .collect(Collectors.groupingBy(Finding::code, Collectors.counting()))
                .forEach((code, number) -> failures.add("the plan has errors of code " + code + ": " + number));
        if (run.state().equals(RunRecord.NOT_BEGUN.state())) {
            failures.add("the plan was not carried out yet");
        } else if (!run.state().equals(RunRecord.FINISHED)) {
            failures.add("the run is not finished: run it again, it continues");
        } else if (run.checks().isEmpty()) {
            failures.add("the target was not verified yet");
        }
        run.checks().stream()
                .filter(check -> !check.fine())
                .map(check -> "table " + check.table()
                        + (check.source() == 0
                                ? ""
                                : " from " + plan.source(check.source()).alias())
                        + " is not as planned")
                .forEach(failures::add);
        failures.addAll(run.faults());
        return failures;
    }

    /** The plan without its definitions, with names. */
    private static ObjectNode planTree(MergePlan plan) {
        ObjectNode tree = JSON.valueToTree(plan);
        tree.remove(List.of("version", "targetCharset", "targetCollation", "leftOut", "triggers", "views"));
        ((ObjectNode) tree.path("server")).retain("url");
        tree.path("tables").forEach(table -> {
            ((ObjectNode) table).retain("name", "tableClass", "where", "rows");
            table.path("rows").forEach(rows -> ((ObjectNode) rows).retain("source", "total", "copied"));
        });
        for (int i = 0; i < plan.references().size(); i++) {
            ((ObjectNode) tree.path("references").path(i))
                    .put("name", plan.references().get(i).name());
        }
        plan.uniques()
                .forEach(unique ->
                        ((ObjectNode) tree.path("uniques").path(unique.number() - 1)).put("name", unique.name()));
        return tree;
    }
}
