package io.snowflakeid.merge.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.VisibleWriter;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.VerificationResult;
import io.snowflakeid.merge.VerificationResult.TableCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** What a command prints: results to standard output, how far it is to standard error. */
final class Output {

    /** The worst is last, where the eye is when a command has ended. */
    private static final List<Severity> WORST_LAST =
            List.of(Severity.NOTE, Severity.WARNING, Severity.ACCEPTED, Severity.ERROR);

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final int ALL_SOURCES = 0;
    private static final double MILLIS_PER_SECOND = 1000.0;

    private final CommandLine command;

    Output(CommandLine command) {
        this.command = command;
    }

    void line(String text) {
        VisibleWriter out = new VisibleWriter(command.getOut());
        out.println(text);
        out.flush();
    }

    void lines(String text) {
        text.lines().forEach(this::line);
    }

    void json(Object value) throws JsonProcessingException {
        lines(JSON.writeValueAsString(value));
    }

    /** Does work while lines say how far it is; they end before anything else is printed. */
    <T> T watch(Work<T> work) throws Exception {
        try (ProgressLines lines = new ProgressLines(new VisibleWriter(command.getErr()))) {
            return work.tellingOf(progress -> lines.show(progress.step(), progress.done(), progress.total()));
        }
    }

    /** What takes long. */
    @FunctionalInterface
    interface Work<T> {
        T tellingOf(MergeProgress.Listener listener) throws Exception;
    }

    void plan(MergePlanned plan) {
        String found = findings(plan.findings());
        boolean rowsKnown = plan.findings().stream().noneMatch(finding -> finding.code() == FindingCode.NOT_LOOKED_AT);
        line(plan.plan() + ": " + count(plan.sources(), "source") + ", "
                + count(plan.tables(), "table") + ", "
                + (rowsKnown ? count(plan.rows(), "row") + " to copy" : "rows not looked at yet") + "; "
                + found
                + (plan.runnable()
                        ? ". Next: run " + plan.arguments()
                        : ". The plan cannot be run: correct the errors, or accept them in the configuration, and plan"
                                + " again"));
    }

    /** Prints them, and returns how many they are: {@code 2 errors, 1 warning}, worst first. */
    private String findings(List<Finding> findings) {
        List<String> counts = new ArrayList<>();
        for (Severity severity : WORST_LAST) {
            List<Finding> some = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .toList();
            if (!some.isEmpty()) {
                String of = severity == Severity.ACCEPTED ? "accepted finding" : severity.name();
                counts.add(0, count(some.size(), of.toLowerCase(Locale.ROOT)));
                line(counts.get(0) + ":");
                some.forEach(this::finding);
                line("");
            }
        }
        return counts.isEmpty() ? "nothing found" : String.join(", ", counts);
    }

    private void finding(Finding finding) {
        String count = finding.count() == null ? "" : String.format(Locale.ROOT, "  (%,d)", finding.count());
        line("  " + finding.code() + "  " + finding.subject() + count);
        line("      " + finding.message());
        finding.samples().forEach(sample -> line("          " + sample.replace("\t", "  ")));
        int shown = finding.samples().size();
        if (finding.count() != null && shown > 0 && finding.count() > shown) {
            line(String.format(Locale.ROOT, "          and %,d more", finding.count() - shown));
        }
    }

    /** A number with commas, and what it counts: {@code 1,234 rows}, {@code 1 row}. */
    private static String count(long number, String of) {
        return String.format(Locale.ROOT, "%,d %s%s", number, of, number == 1 ? "" : "s");
    }

    void verification(VerificationResult found) {
        if (!found.fine()) {
            line(count(found.faults().size(), "difference") + ":");
            found.faults().forEach(fault -> line("  " + fault));
            line("");
        }
        List<TableCheck> compared = found.tables().stream()
                .filter(check -> check.source() == ALL_SOURCES)
                .toList();
        long rows = compared.stream().mapToLong(TableCheck::foundRows).sum();
        line(count(rows, "row") + " in " + count(compared.size(), "table") + " compared in "
                + String.format(Locale.ROOT, "%.1f s", found.millis() / MILLIS_PER_SECOND) + ": "
                + (found.fine() ? "the target is as planned" : "the target is not as planned and must not be used"));
        found.notProved().forEach(this::line);
    }

    void fate(RowFate fate) {
        line(fate.message());
        int width =
                fate.values().keySet().stream().mapToInt(String::length).max().orElse(0);
        fate.values()
                .forEach((column, value) -> line("  " + column + " ".repeat(width - column.length()) + "  " + value));
    }
}
