package io.snowflakeid.merge.merges;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.plan.PlanFile;
import java.util.List;

/** Findings of a plan as texts, with all that they say. */
final class Told {

    private Told() {}

    /** Each with its code and its samples. */
    static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding ->
                        finding.code() + " " + finding.subject() + ": " + finding.message() + " " + finding.samples())
                .toList();
    }

    /** Those of these codes, each with its severity, its count, if it has one, and its samples. */
    static List<String> of(PlanFile plan, String... codes) {
        return plan.plan().findings().stream()
                .filter(finding -> List.of(codes).contains(finding.code().name()))
                .map(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message() + " "
                        + (finding.count() == null ? "" : finding.count() + " ") + finding.samples())
                .toList();
    }

    /** The same without their words. */
    static List<String> subjects(PlanFile plan, String... codes) {
        return plan.plan().findings().stream()
                .filter(finding -> List.of(codes).contains(finding.code().name()))
                .map(finding -> finding.severity() + " " + finding.subject())
                .toList();
    }
}
