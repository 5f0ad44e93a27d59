package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        add(new Finding(Severity.ERROR, code, subject, message, null, List.of()));
    }

    public void error(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.ERROR, code, subject, message, count, samples));
    }

    public void warning(FindingCode code, String subject, String message) {
        add(new Finding(Severity.WARNING, code, subject, message, null, List.of()));
    }

    public void warning(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.WARNING, code, subject, message, count, samples));
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
        return finding.severity() == Severity.ERROR && !finding.code().errorMayBeAccepted();
    }

    /** Whether there is an error of this kind that is not accepted. */
    public synchronized boolean hasError(FindingCode code) {
        return all.stream().anyMatch(finding -> finding.severity() == Severity.ERROR && finding.code() == code);
    }

    /** Whether the plan cannot be run, whatever the rows tell; whether a difference of definitions matters, they tell. */
    public synchronized boolean forbid() {
        return all.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.ERROR && !finding.code().ofDefinitions());
    }

    /** Says that nothing else was looked at; what is accepted may still be found by the next plan. */
    public synchronized void stop() {
        stopped = true;
        all.add(new Finding(
                Severity.WARNING,
                FindingCode.NOT_LOOKED_AT,
                "rows",
                "the plan stops at errors of the configuration or the target: ids, names, references and all"
                        + " else that the rows tell were not looked at; correct these errors, and plan again",
                null,
                List.of()));
    }

    /** Errors last, so that they are what one sees. */
    public synchronized List<Finding> sorted() {
        List<Finding> sorted = new ArrayList<>(all);
        for (AcceptedFinding accept : accepted) {
            if (!stopped && !used.contains(accept)) {
                sorted.add(new Finding(
                        Severity.WARNING,
                        FindingCode.ACCEPT_UNUSED,
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
