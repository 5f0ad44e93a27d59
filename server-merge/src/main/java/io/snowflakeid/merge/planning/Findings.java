package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.Finding.Severity;
import io.snowflakeid.merge.result.FindingCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the findings of a plan. */
final class Findings {

    /** The number of affected rows, values or names, with a few examples. */
    record Found(long count, List<String> samples) {

        static Found of(long count) {
            return new Found(count, List.of());
        }

        static Found of(List<String> all) {
            return new Found(all.size(), all);
        }
    }

    private final List<AcceptedFinding> accepted;
    private final List<Finding> all = new ArrayList<>();

    Findings(List<AcceptedFinding> accepted) {
        this.accepted = accepted;
    }

    /** Adds a finding without a count. */
    void add(FindingCode code, String subject, String what) {
        add(code, subject, what, null, List.of());
    }

    /** Adds a finding with a count, unless the count is 0. */
    void add(FindingCode code, String subject, String what, Found found) {
        if (found.count() > 0) {
            add(code, subject, what, found.count(), found.samples());
        }
    }

    private void add(FindingCode code, String subject, String what, @Nullable Long count, List<String> samples) {
        Optional<AcceptedFinding> acceptance = accepted.stream()
                .filter(each ->
                        code.mayBeAccepted() && each.code().equals(code.name()) && Draft.fits(each.subject(), subject))
                .findFirst();
        Severity severity = acceptance.isPresent() ? Severity.ACCEPTED : code.severity();
        String because =
                acceptance.map(each -> " (accepted: " + each.because() + ")").orElse("");
        String message = what + ": " + code.advice() + because;
        all.add(new Finding(severity, code, subject, message, count, samples));
    }

    /** Returns true if the findings contain an error that is not a difference between table definitions. */
    boolean forbid() {
        return all.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.ERROR && !finding.code().ofDefinitions());
    }

    /** Adds the finding that errors have stopped the planner. */
    void stop() {
        add(FindingCode.NOT_LOOKED_AT, "rows", "because of errors, the plan has looked at no ids, names or references");
    }

    /** Returns all findings, with the errors at the end of the list. */
    List<Finding> sorted() {
        all.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(all);
    }
}
