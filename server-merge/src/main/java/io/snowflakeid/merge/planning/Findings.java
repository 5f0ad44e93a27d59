package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import io.snowflakeid.merge.schema.FindingCodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what is found. Thread-safe. */
final class Findings {

    private static final Set<String> NARROWING =
            Set.of(FindingCodes.SCHEMA_COLUMN_TYPE, FindingCodes.SCHEMA_COLUMN_CHARSET);

    private final List<AcceptedFinding> accepted;
    private final Set<AcceptedFinding> used = new HashSet<>();
    private final List<Finding> all = new ArrayList<>();
    private boolean stopped;

    Findings(List<AcceptedFinding> accepted) {
        this.accepted = accepted;
    }

    void error(String code, String subject, String message) {
        add(new Finding(Severity.ERROR, code, subject, message, null, List.of()));
    }

    void error(String code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.ERROR, code, subject, message, count, samples));
    }

    void warning(String code, String subject, String message) {
        add(new Finding(Severity.WARNING, code, subject, message, null, List.of()));
    }

    void warning(String code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.WARNING, code, subject, message, count, samples));
    }

    void note(String code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.NOTE, code, subject, message, count, samples));
    }

    synchronized void add(Finding finding) {
        all.add(finding.severity() == Severity.NOTE ? finding : unlessAccepted(finding));
    }

    private Finding unlessAccepted(Finding finding) {
        for (AcceptedFinding accept : accepted) {
            if (accept.code().equals(finding.code())
                    && NamePattern.of(accept.subject()).fits(finding.subject())) {
                used.add(accept);
                return narrows(finding)
                        ? finding
                        : new Finding(
                                Severity.ACCEPTED,
                                finding.code(),
                                finding.subject(),
                                finding.message() + " (accepted: " + accept.because() + ")",
                                finding.count(),
                                finding.samples());
            }
        }
        return finding;
    }

    /** Values that are cut, rounded or changed are nothing that an operator can answer for. */
    private static boolean narrows(Finding finding) {
        return finding.severity() == Severity.ERROR && NARROWING.contains(finding.code());
    }

    /** Whether the plan cannot be run, whatever the rows tell; whether a difference of definitions matters, they tell. */
    synchronized boolean forbid() {
        return all.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.ERROR && !finding.code().startsWith("SCHEMA_"));
    }

    /** Says that nothing else was looked at; what is accepted may still be found by the next plan. */
    synchronized void stop() {
        stopped = true;
        all.add(new Finding(
                Severity.WARNING,
                Finding.NOT_LOOKED_AT,
                "rows",
                "the plan stops at errors of the configuration or the target: ids, names, references and all"
                        + " else that the rows tell were not looked at; correct these errors, and plan again",
                null,
                List.of()));
    }

    /** Errors last, so that they are what one sees. */
    synchronized List<Finding> sorted() {
        List<Finding> sorted = new ArrayList<>(all);
        for (AcceptedFinding accept : accepted) {
            if (!stopped && !used.contains(accept)) {
                sorted.add(new Finding(
                        Severity.WARNING,
                        "ACCEPT_UNUSED",
                        accept.subject(),
                        "nothing of code " + accept.code() + " was found here: remove it from accept",
                        null,
                        List.of()));
            }
        }
        sorted.sort((one, other) -> other.severity().compareTo(one.severity()));
        return List.copyOf(sorted);
    }
}
