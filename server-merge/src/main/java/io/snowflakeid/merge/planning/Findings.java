package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects what is found. */
final class Findings {

    private final List<AcceptedFinding> accepted;
    private final Set<AcceptedFinding> used = new HashSet<>();
    private final List<Finding> all = new ArrayList<>();
    private boolean stopped;

    Findings(List<AcceptedFinding> accepted) {
        this.accepted = accepted;
    }

    void error(FindingCode code, String subject, String message) {
        add(new Finding(Severity.ERROR, code, subject, message, null, List.of()));
    }

    void error(FindingCode code, String subject, String message, long count, List<String> samples) {
        add(new Finding(Severity.ERROR, code, subject, message, count, samples));
    }

    void warning(FindingCode code, String subject, String message) {
        add(new Finding(Severity.WARNING, code, subject, message, null, List.of()));
    }

    void warning(FindingCode code, String subject, String message, long count, List<String> samples) {
        add(new Finding(Severity.WARNING, code, subject, message, count, samples));
    }

    /** As it is, or as accepted: of values that are cut, rounded or changed no error is. */
    void add(Finding finding) {
        Optional<AcceptedFinding> accept = accepted.stream()
                .filter(each -> finding.severity() != Severity.NOTE
                        && each.code().equals(finding.code().name())
                        && Draft.fits(each.subject(), finding.subject()))
                .findFirst();
        accept.ifPresent(used::add);
        all.add(accept.filter(each ->
                        finding.severity() != Severity.ERROR || finding.code().errorMayBeAccepted())
                .map(each -> new Finding(
                        Severity.ACCEPTED,
                        finding.code(),
                        finding.subject(),
                        finding.message() + " (accepted: " + each.because() + ")",
                        finding.count(),
                        finding.samples()))
                .orElse(finding));
    }

    /** Whether the plan cannot be run, whatever the rows are; differences of definitions are reported beside what the rows show. */
    boolean forbid() {
        return all.stream()
                .anyMatch(finding ->
                        finding.severity() == Severity.ERROR && !finding.code().ofDefinitions());
    }

    /** Says that nothing else was looked at; what is accepted may still be found by the next plan. */
    void stop() {
        stopped = true;
        warning(
                FindingCode.NOT_LOOKED_AT,
                "rows",
                "the plan stops at errors of the configuration or the target: ids, names, references and all"
                        + " else that depends on rows were not looked at; correct these errors, and plan again");
    }

    /** Errors last, so that they are what one sees. */
    List<Finding> sorted() {
        for (AcceptedFinding accept : stopped ? List.<AcceptedFinding>of() : accepted) {
            if (!used.contains(accept)) {
                String message = "nothing of code " + accept.code() + " was found here: remove it from accept";
                all.add(new Finding(
                        Severity.WARNING, FindingCode.ACCEPT_UNUSED, accept.subject(), message, null, List.of()));
            }
        }
        all.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(all);
    }
}
