package io.snowflakeid.verification.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison as Markdown that can also be read on a terminal. */
final class PeerTable {

    private final PeerReport report;
    private final List<SingleFault> faults;
    private final List<String> notes = new ArrayList<>();

    PeerTable(PeerReport report) {
        this.report = report;
        faults = Stream.of(SingleFault.values())
                .filter(fault ->
                        report.rows().stream().anyMatch(row -> row.cell(fault).isPresent()))
                .toList();
    }

    /** The page, a line each. */
    List<String> lines() {
        notes.clear();
        List<String> lines = new ArrayList<>();
        lines.add("Duplicates: ids that had been made before, by " + report.writers() + " processes of 2 threads in "
                + report.seconds() + " s under each fault.");
        lines.add("");
        lines.addAll(table(cell -> number(cell.duplicates()), true));
        lines.add("");
        lines.add("Refused: calls for an id that threw, and starts that failed (`+`) and were tried again.");
        lines.add("");
        lines.addAll(table(PeerTable::refusals, false));
        lines.add("");
        for (int i = 0; i < notes.size(); i++) {
            lines.add((i + 1) + ". " + notes.get(i));
        }
        lines.add("");
        lines.addAll(chances());
        lines.add("");
        report.rows()
                .forEach(row -> lines.add("- " + row.title() + ", version " + row.version() + ": " + row.settings()));
        lines.add("");
        lines.add("Measured " + report.date() + " on " + report.machine() + "; " + report.ledger() + "; window "
                + report.windowMillis() + " ms; at most " + number(report.idsPerSecondAllowed()) + " ids/s; seed "
                + report.seed() + ":");
        lines.add("");
        lines.add("    " + report.command());
        return lines;
    }

    private List<String> table(Function<PeerCell, String> figure, boolean withSpeed) {
        List<List<String>> rows = new ArrayList<>();
        List<String> headings = new ArrayList<>(List.of("maker"));
        faults.forEach(fault -> headings.add(heading(fault)));
        if (withSpeed) {
            headings.add("ids/s, as limited");
        }
        rows.add(headings);
        for (PeerRow row : report.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.title()));
            faults.forEach(fault -> cells.add(text(row.cell(fault), figure)));
            if (withSpeed) {
                cells.add(row.cell(SingleFault.NONE)
                        .filter(PeerCell::isMeasured)
                        .map(cell -> number(cell.idsPerSecond()))
                        .orElse(""));
            }
            rows.add(cells);
        }
        return aligned(rows);
    }

    static String heading(SingleFault fault) {
        return switch (fault) {
            case NONE -> "none";
            case LOOK_ALIKES -> "look-alikes";
            case KILLS -> "kill -9";
            case PAUSES -> "pause";
            case CLOCK_SET_BACK -> "clock set back";
            case RESTART_IN_THE_PAST -> "restart in the past";
            case OUTAGES -> "ledger lost";
        };
    }

    private String text(Optional<PeerCell> cell, Function<PeerCell, String> figure) {
        if (cell.isEmpty()) {
            return "not asked for";
        }
        String without =
                switch (cell.get().state()) {
                    case MEASURED -> "";
                    case NOT_APPLICABLE -> "-";
                    case NOT_RUN -> "not run";
                    case FAILED -> "failed";
                };
        return without.isEmpty() ? figure.apply(cell.get()) : without + " [" + note(cell.get()) + "]";
    }

    private int note(PeerCell cell) {
        String reason = String.valueOf(cell.reason());
        if (!notes.contains(reason)) {
            notes.add(reason);
        }
        return notes.indexOf(reason) + 1;
    }

    private static String refusals(PeerCell cell) {
        return number(cell.refusedCalls()) + (cell.refusedStarts() == 0 ? "" : " + " + number(cell.refusedStarts()));
    }

    private List<String> chances() {
        return report.rows().stream()
                .map(PeerRow::peer)
                .filter(peer -> peer.drawnFrom() > 0)
                .map(peer -> String.format(
                        Locale.ROOT,
                        "- %s: each process of one host gets one of %d numbers; two of %d share one with probability %.1f %%,"
                                + " of 16 with %.1f %%, of 64 with %.1f %%.",
                        peer.title(),
                        peer.drawnFrom(),
                        report.writers(),
                        100 * SharedNumber.chance(report.writers(), peer.drawnFrom()),
                        100 * SharedNumber.chance(16, peer.drawnFrom()),
                        100 * SharedNumber.chance(64, peer.drawnFrom())))
                .toList();
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static List<String> aligned(List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                String blanks = " ".repeat(widths[i] - row.get(i).length());
                line.append(' ')
                        .append(i == 0 ? row.get(i) + blanks : blanks + row.get(i))
                        .append(" |");
            }
            lines.add(line.toString());
            if (lines.size() == 1) {
                lines.add(rule(widths));
            }
        }
        return lines;
    }

    private static String rule(int[] widths) {
        StringBuilder rule = new StringBuilder("|");
        for (int i = 0; i < widths.length; i++) {
            rule.append("-".repeat(widths[i] + 1)).append(i == 0 ? "-|" : ":|");
        }
        return rule.toString();
    }
}
