package io.snowflakeid.merge.report;

import static io.snowflakeid.merge.config.MergeConfig.word;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.report.RunRecord.Check;
import io.snowflakeid.merge.report.RunRecord.Copy;
import io.snowflakeid.merge.report.RunRecord.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A merge from its plan to its verification, as {@code report.json} has it and the page shows it. Times are in UTC. */
record MergeReport(PlanFile file, MergePlan plan, RunRecord run, Map<Integer, List<Rename>> renames) {

    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS_PER_SECOND = 1000.0;
    private static final Pattern NUMBERED_STEP = Pattern.compile("(reference|renames|follow) (\\d{1,9})( .*)?");

    /** Puts together what is known; renames are the first ones, by the number of their {@link UniquePlan}. */
    static ObjectNode of(PlanFile file, RunRecord run, Map<Integer, List<Rename>> renames, String writtenAt) {
        return new MergeReport(file, file.plan(), run, renames).report(writtenAt);
    }

    private ObjectNode report(String writtenAt) {
        Predicate<Finding> accepted = finding -> finding.severity() == Severity.ACCEPTED;
        List<String> failures = failures();
        ObjectNode report = JSON.createObjectNode().put("version", VERSION).put("writtenAt", writtenAt);
        report.set("plan", planPart());
        report.set("sources", array(plan.sources(), this::sourcePart));
        report.set("run", runPart());
        report.set("tables", array(plan.tables(), this::tablePart));
        report.set("ids", array(plan.domains(), this::idPart));
        report.set("references", array(plan.references(), MergeReport::referencePart));
        report.set("uniques", array(plan.uniques(), this::uniquePart));
        report.set(
                "findings",
                tree(plan.findings().stream().filter(accepted.negate()).toList()));
        report.set("accepted", tree(plan.findings().stream().filter(accepted).toList()));
        report.set("checks", array(run.checks(), this::checkPart));
        report.set("notProved", tree(plan.notProved()));
        report.set("failures", tree(failures));
        // whether the target may be used: it was planned without errors, made as planned, and verified
        return report.put("fine", failures.isEmpty());
    }

    private static <T> ArrayNode array(List<T> items, Function<T, JsonNode> part) {
        return JSON.createArrayNode().addAll(items.stream().map(part).toList());
    }

    private static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }

    private String alias(int source) {
        return plan.sources().get(source - 1).alias();
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
                .forEach(check -> failures.add("table " + check.table()
                        + (check.source() == 0 ? "" : " from " + alias(check.source())) + " is not as planned"));
        failures.addAll(run.faults());
        return failures;
    }

    private ObjectNode planPart() {
        return JSON.createObjectNode()
                .put("file", file.path().toString())
                .put("hash", file.hash())
                .put("plannedAt", plan.plannedAt())
                .put("product", plan.product())
                .put("url", plan.server().url())
                .put("target", plan.target())
                .put("fingerprint", word(plan.fingerprint()))
                .set("execution", tree(plan.execution()));
    }

    private ObjectNode sourcePart(SourcePlan source) {
        long rows = 0;
        long copied = 0;
        for (TablePlan table : plan.tables()) {
            SourceRows there = table.rowsOf(source.number());
            if (there != null) {
                rows += there.total();
                copied += planned(table, there);
            }
        }
        return JSON.createObjectNode()
                .put("number", source.number())
                .put("alias", source.alias())
                .put("database", source.database())
                .put("rows", rows)
                .put("copied", copied);
    }

    private static long planned(TablePlan table, SourceRows rows) {
        return table.copiedFrom(rows.source()) ? rows.copied() : 0;
    }

    private ObjectNode runPart() {
        return JSON.createObjectNode()
                .put("state", run.state())
                .put("program", run.program())
                .put("startedAt", run.startedAt())
                .put("finishedAt", run.finishedAt())
                .put("rows", copied(run.copies()))
                .set("steps", array(run.steps(), this::stepPart));
    }

    private static long copied(List<Copy> copies) {
        return copies.stream().mapToLong(Copy::rows).sum();
    }

    /** The run numbers what has a long name. */
    private JsonNode stepPart(Step step) {
        Matcher numbered = NUMBERED_STEP.matcher(step.name());
        if (!numbered.matches()) {
            return tree(step);
        }
        int index = Integer.parseInt(numbered.group(2)) - 1;
        String name = numbered.group(1).equals("reference")
                ? "follow " + plan.references().get(index).name()
                : numbered.group(1) + " of " + plan.uniques().get(index).name()
                        + Objects.requireNonNullElse(numbered.group(3), "");
        return tree(new Step(name, step.rows(), step.millis()));
    }

    private ObjectNode tablePart(TablePlan table) {
        List<Copy> copies = run.copies().stream()
                .filter(copy -> copy.table().equals(table.name()))
                .toList();
        List<String> modes = plan.domains().stream()
                .filter(domain ->
                        domain.roots().stream().anyMatch(root -> root.table().equals(table.name())))
                .map(domain -> word(domain.mode()))
                .distinct()
                .toList();
        long millisOfAllWriters = copies.stream().mapToLong(Copy::millis).sum();
        ObjectNode part = JSON.createObjectNode().put("name", table.name()).put("tableClass", word(table.tableClass()));
        part.set("modes", tree(modes));
        return part.put("where", table.where())
                .put("planned", table.copied())
                .put("copied", copied(copies))
                .put("seconds", millisOfAllWriters / MILLIS_PER_SECOND)
                .set("sources", array(table.rows(), rows -> tableSourcePart(table, rows, copies)));
    }

    private ObjectNode tableSourcePart(TablePlan table, SourceRows rows, List<Copy> copies) {
        List<Copy> own =
                copies.stream().filter(copy -> copy.source() == rows.source()).toList();
        return JSON.createObjectNode()
                .put("alias", alias(rows.source()))
                .put("rows", rows.total())
                .put("planned", planned(table, rows))
                .put("copied", copied(own));
    }

    private ObjectNode idPart(IdDomain domain) {
        List<String> columns = domain.roots().stream().map(ColumnName::toString).toList();
        ObjectNode part = JSON.createObjectNode().put("name", domain.name());
        part.set("columns", tree(columns));
        return part.put("mode", word(domain.mode()))
                .put("why", domain.why())
                .set("sources", array(domain.sources(), ids -> idSourcePart(domain, ids)));
    }

    private ObjectNode idSourcePart(IdDomain domain, SourceIds ids) {
        boolean any = ids.least() <= ids.greatest();
        return JSON.createObjectNode()
                .put("alias", alias(ids.source()))
                .put("ids", ids.ids())
                .put("least", any ? ids.least() : 0)
                .put("greatest", any ? ids.greatest() : 0)
                .put("shift", ids.shift())
                .put("freshFrom", ids.freshFrom())
                .put("mapTable", ids.mapped() ? domain.mapTable() : null);
    }

    private static ObjectNode referencePart(ReferencePlan reference) {
        return JSON.createObjectNode()
                .put("name", reference.name())
                .put("declared", reference.declared())
                .put(
                        "orphans",
                        reference.orphanRows().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                .put("orphanRule", word(reference.orphans()))
                .put("leftOutRule", word(reference.whenLeftOut()));
    }

    private ObjectNode uniquePart(UniquePlan unique) {
        return JSON.createObjectNode()
                .put("key", unique.name())
                .put("onClash", word(unique.onClash()))
                .put("clashes", unique.clashes())
                .put("renames", unique.renames())
                .put("file", unique.renamesFile())
                .set("first", tree(renames.getOrDefault(unique.number(), List.of())));
    }

    private ObjectNode checkPart(Check check) {
        return JSON.createObjectNode()
                .put("alias", check.source() == 0 ? null : alias(check.source()))
                .set("check", tree(check));
    }
}
