package io.snowflakeid.merge.planning.draft;

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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what is found. */
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
        warning(code, subject, message, null, List.of());
    }

    public void warning(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.WARNING, code, subject, message, count, samples));
    }

    public void note(FindingCode code, String subject, String message, @Nullable Long count, List<String> samples) {
        add(new Finding(Severity.NOTE, code, subject, message, count, samples));
    }

    /** As it is, or as accepted: of values that are cut, rounded or changed no error is. */
    public void add(Finding finding) {
        Optional<AcceptedFinding> accept = accepted.stream()
                .filter(each -> finding.severity() != Severity.NOTE
                        && each.code().equals(finding.code().name())
                        && NamePattern.of(each.subject()).fits(finding.subject()))
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

    /** Whether there is an error of this kind that is not accepted. */
    public boolean hasError(FindingCode code) {
        return hasError(code::equals);
    }

    /** Whether the plan cannot be run, whatever the rows tell; whether a difference of definitions matters, they tell. */
    public boolean forbid() {
        return hasError(code -> !code.ofDefinitions());
    }

    private boolean hasError(Predicate<FindingCode> those) {
        return all.stream().anyMatch(finding -> finding.severity() == Severity.ERROR && those.test(finding.code()));
    }

    /** Says that nothing else was looked at; what is accepted may still be found by the next plan. */
    public void stop() {
        stopped = true;
        warning(
                FindingCode.NOT_LOOKED_AT,
                "rows",
                "the plan stops at errors of the configuration or the target: ids, names, references and all"
                        + " else that the rows tell were not looked at; correct these errors, and plan again");
    }

    /** Errors last, so that they are what one sees. */
    public List<Finding> sorted() {
        Stream<Finding> unused = accepted.stream()
                .filter(accept -> !stopped && !used.contains(accept))
                .map(accept -> new Finding(
                        Severity.WARNING,
                        FindingCode.ACCEPT_UNUSED,
                        accept.subject(),
                        "nothing of code " + accept.code() + " was found here: remove it from accept",
                        null,
                        List.of()));
        return Stream.concat(all.stream(), unused)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }
}
