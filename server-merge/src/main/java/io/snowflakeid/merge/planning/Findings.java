package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is found. */
final class Findings {

    private final List<AcceptedFinding> accepted;
    private final List<Finding> all = new ArrayList<>();

    Findings(List<AcceptedFinding> accepted) {
        this.accepted = accepted;
    }

    /** With what is wrong and the value seen; the code says the next step. */
    void add(FindingCode code, String subject, String what) {
        add(code, subject, what, null, List.of());
    }

    void add(FindingCode code, String subject, String what, @Nullable Long count, List<String> samples) {
        String message = what + ": " + code.advice();
        all.add(accepted.stream()
                .filter(each ->
                        code.mayBeAccepted() && each.code().equals(code.name()) && Draft.fits(each.subject(), subject))
                .findFirst()
                .map(each -> new Finding(
                        Severity.ACCEPTED,
                        code,
                        subject,
                        message + " (accepted: " + each.because() + ")",
                        count,
                        samples))
                .orElse(new Finding(code.severity(), code, subject, message, count, samples)));
    }

    /** Whether the plan cannot be run, whatever the rows are; differences of definitions are reported beside what the rows show. */
    boolean forbid() {
        return all.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.ERROR && !finding.code().ofDefinitions());
    }

    /** Says that nothing else was looked at. */
    void stop() {
        add(FindingCode.NOT_LOOKED_AT, "rows", "because of errors, the plan has looked at no ids, names or references");
    }

    /** Errors last, so that they are what one sees. */
    List<Finding> sorted() {
        all.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(all);
    }
}
