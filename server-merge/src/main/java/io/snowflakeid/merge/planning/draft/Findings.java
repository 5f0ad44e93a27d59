package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what is found. Thread-safe. */
public final class Findings {

    private final List<AcceptedFinding> accepted;
    private final Set<AcceptedFinding> used = new HashSet<>();
    private final List<Finding> all = new ArrayList<>();
    private boolean stopped;

    public Findings(List<AcceptedFinding> accepted) {
        this.accepted = accepted;
    }

    public void error(FindingCode code, String subject, String message) {
        error(code, subject, message, null, List.of());
    }

    public void error(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.ERROR, code, subject, message, count, samples));
    }

    public void warning(FindingCode code, String subject, String message) {
        add(warningOf(code, subject, message));
    }

    public void warning(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.WARNING, code, subject, message, count, samples));
    }

    private static Finding warningOf(FindingCode code, String subject, String message) {
        return new Finding(Severity.WARNING, code, subject, message, null, List.of());
    }

    public void note(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.NOTE, code, subject, message, count, samples));
    }

    public synchronized void add(Finding finding) {
        all.add(finding.severity() == Severity.NOTE ? finding : unlessAccepted(finding));
    }

    private Finding unlessAccepted(Finding finding) {
        for (AcceptedFinding accept : accepted) {
            if (accept.code().equals(finding.code().name())
                    && NamePattern.of(accept.subject()).fits(finding.subject())) {
                used.add(accept);
                // values that are cut, rounded or changed are nothing that an operator can answer for
                return finding.severity() == Severity.ERROR && !finding.code().errorMayBeAccepted()
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

    /** Whether there is an error of this kind that is not accepted. */
    public boolean hasError(FindingCode code) {
        return hasError(code::equals);
    }

    /** Whether the plan cannot be run, whatever the rows tell; whether a difference of definitions matters, they tell. */
    public boolean forbid() {
        return hasError(code -> !code.ofDefinitions());
    }

    private synchronized boolean hasError(Predicate<FindingCode> those) {
        return all.stream().anyMatch(finding -> finding.severity() == Severity.ERROR && those.test(finding.code()));
    }

    /** Says that nothing else was looked at; what is accepted may still be found by the next plan. */
    public synchronized void stop() {
        stopped = true;
        all.add(warningOf(
                FindingCode.NOT_LOOKED_AT,
                "rows",
                "the plan stops at errors of the configuration or the target: ids, names, references and all"
                        + " else that the rows tell were not looked at; correct these errors, and plan again"));
    }

    /** Errors last, so that they are what one sees. */
    public synchronized List<Finding> sorted() {
        List<Finding> sorted = new ArrayList<>(all);
        for (AcceptedFinding accept : accepted) {
            if (!stopped && !used.contains(accept)) {
                sorted.add(warningOf(
                        FindingCode.ACCEPT_UNUSED,
                        accept.subject(),
                        "nothing of code " + accept.code() + " was found here: remove it from accept"));
            }
        }
        sorted.sort((one, other) -> other.severity().compareTo(one.severity()));
        return List.copyOf(sorted);
    }
}
