package io.snowflakeid.merge.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.report.RunRecord.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A merge from its plan to its verification, as {@code report.json} has it and the page shows it: the plan, what the target tells of
 * the run, and what follows from both. Times are in UTC.
 */
record MergeReport(MergePlan plan, RunRecord run) {

    private static final int VERSION = 2;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NUMBERED_STEP = Pattern.compile("(renames|follow) (\\d{1,9})( .*)?");

    /** Puts together what is known; renames are the first ones, by the number of their {@link UniquePlan}. */
    static ObjectNode of(PlanFile file, RunRecord run, Map<Integer, List<Rename>> renames, String writtenAt) {
        MergeReport report = new MergeReport(file.plan(), run);
        List<String> failures = report.failures();
        ObjectNode tree = JSON.createObjectNode()
                .put("version", VERSION)
                .put("writtenAt", writtenAt)
                .put("file", file.path().toString())
                .put("hash", file.hash())
                // whether the target may be used: it was planned without errors, made as planned, and verified
                .put("fine", failures.isEmpty());
        tree.set("failures", JSON.valueToTree(failures));
        tree.set("notProved", JSON.valueToTree(file.plan().notProved()));
        tree.set("plan", report.planTree(renames));
        return tree.set("run", report.runTree());
    }

    private List<String> failures() {
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
                                : " from "
                                        + plan.sources().get(check.source() - 1).alias())
                        + " is not as planned")
                .forEach(failures::add);
        failures.addAll(run.faults());
        return failures;
    }

    /** The plan without its definitions, with names and the first renames. */
    private ObjectNode planTree(Map<Integer, List<Rename>> renames) {
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
        for (UniquePlan unique : plan.uniques()) {
            ObjectNode part = (ObjectNode) tree.path("uniques").path(unique.number() - 1);
            part.put("name", unique.name())
                    .set("first", JSON.valueToTree(renames.getOrDefault(unique.number(), List.of())));
        }
        return tree;
    }

    private ObjectNode runTree() {
        ObjectNode tree = JSON.valueToTree(run);
        return tree.set(
                "steps", JSON.valueToTree(run.steps().stream().map(this::named).toList()));
    }

    /** The run numbers what has a long name. */
    private Step named(Step step) {
        Matcher numbered = NUMBERED_STEP.matcher(step.name());
        if (!numbered.matches()) {
            return step;
        }
        String key = plan.uniques().get(Integer.parseInt(numbered.group(2)) - 1).name();
        String name = numbered.group(1) + " of " + key + Objects.requireNonNullElse(numbered.group(3), "");
        return new Step(name, step.rows(), step.millis());
    }
}
