package io.snowflakeid.merge.cli;

import io.snowflakeid.VisibleText;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Findings as people read them: by how bad they are, the worst last, where the eye is when a command has ended. */
final class FindingsText {

    private static final List<Severity> WORST_LAST =
            List.of(Severity.NOTE, Severity.WARNING, Severity.ACCEPTED, Severity.ERROR);

    private final CommandOutput output;

    FindingsText(CommandOutput output) {
        this.output = output;
    }

    void print(List<Finding> findings) {
        for (Severity severity : WORST_LAST) {
            List<Finding> some = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .toList();
            if (!some.isEmpty()) {
                printHeading(severity, some.size());
                some.forEach(this::print);
                output.line("");
            }
        }
    }

    private void printHeading(Severity severity, int number) {
        String heading = counted(severity, number) + ":";
        if (severity == Severity.ERROR) {
            output.inColorOfErrors(heading);
        } else {
            output.line(heading);
        }
    }

    private void print(Finding finding) {
        String count = finding.count() == null ? "" : String.format(Locale.ROOT, "  (%,d)", finding.count());
        output.line("  " + finding.code() + "  " + finding.subject() + count);
        output.line("      " + finding.message());
        aligned(finding.samples()).forEach(sample -> output.line("          " + sample));
        if (finding.count() != null
                && !finding.samples().isEmpty()
                && finding.count() > finding.samples().size()) {
            output.line(String.format(
                    Locale.ROOT,
                    "          and %,d more",
                    finding.count() - finding.samples().size()));
        }
    }

    /** Samples of one finding are alike, so what stands between their tabs stands in columns. */
    private static List<String> aligned(List<String> samples) {
        List<List<String>> rows = samples.stream()
                .map(sample ->
                        Stream.of(sample.split("\t", -1)).map(VisibleText::of).toList())
                .toList();
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                if (i == widths.size()) {
                    widths.add(0);
                }
                widths.set(i, Math.max(widths.get(i), row.get(i).length()));
            }
        }
        return rows.stream().map(row -> padded(row, widths)).toList();
    }

    private static String padded(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(i == 0 ? "" : "  ")
                    .append(row.get(i))
                    .append(" ".repeat(widths.get(i) - row.get(i).length()));
        }
        return line.toString().stripTrailing();
    }

    /** {@code 2 errors, 1 warning}, worst first; {@code nothing found} without any. */
    static String summary(List<Finding> findings) {
        String counts = Stream.of(Severity.values())
                .filter(severity -> count(findings, severity) > 0)
                .map(severity -> counted(severity, count(findings, severity)))
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "nothing found" : counts;
    }

    private static int count(List<Finding> findings, Severity severity) {
        return (int) findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private static String counted(Severity severity, int number) {
        return severity == Severity.ACCEPTED
                ? CommandOutput.count(number, "accepted finding")
                : CommandOutput.count(number, severity.name().toLowerCase(Locale.ROOT));
    }
}
