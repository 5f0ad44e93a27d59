package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.chaos.ChaosResult.Duplicate;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** What a chaos run found, on half a screen. */
final class ChaosSummary {

    private final PrintWriter out;

    ChaosSummary(PrintWriter out) {
        this.out = out;
    }

    void print(ChaosResult result, Path file) {
        out.println();
        out.println("Chaos   " + result.maker() + ": " + result.makerSettings());
        if (result.ledger() != null) {
            out.println("        " + result.ledger());
        }
        row("ids", result.ids(), String.format(Locale.ROOT, "%,d a second", result.idsPerSecond()));
        row("duplicates", result.duplicates(), "");
        row("kill -9", result.kills(), result.processes() + " processes in " + result.writers() + " places");
        row("pauses", result.pauses(), "longer than the window of " + result.windowMillis() + " ms");
        row("clock steps", result.clockSteps(), clocks(result));
        row("outages", result.outages(), result.outagesByKind().toString().replaceAll("[{}]", ""));
        if (result.restarts() > 0) {
            row("restarts", result.restarts(), result.restartsFailed() + " failed");
        }
        if (result.restores() > 0) {
            row("restores", result.restores(), "of a copy that was older than processes that ran");
        }
        row("failed calls", result.failedCalls(), "longest stall " + result.longestStallMillis() + " ms");
        result.firstDuplicates().forEach(this::print);
        if (result.keptIn() != null) {
            out.println("kept: ids in " + result.keptIn() + ", 8 bytes each, least significant byte first");
        }
        out.printf(Locale.ROOT, "Report  %s  (seed %d)%n", file, result.seed());
        verdict(result);
        out.flush();
    }

    private void row(String what, long count, String note) {
        out.println(String.format(Locale.ROOT, "        %-13s %,13d   %s", what, count, note)
                .stripTrailing());
    }

    private static String clocks(ChaosResult result) {
        return result.faketime().equals(ChaosResult.ABSENT)
                ? "libfaketime is absent"
                : "in " + result.writersWithFakeClock() + " of the places";
    }

    private void print(Duplicate duplicate) {
        out.println("        " + duplicate.id() + " by " + String.join(" and ", duplicate.madeBy()) + ": "
                + duplicate.meaning());
    }

    /** A library that is none of libfaketime's is loaded all the same, or passed over, and changes no clock. */
    private static boolean noClockOf(ChaosResult result) {
        return result.writersWithFakeClock() > 0 && result.clockSteps() == 0;
    }

    private void verdict(ChaosResult result) {
        if (result.duplicates() > 0) {
            out.println("FAILED  an id was made more than once");
        } else if (!result.missing().isEmpty()) {
            out.println("FAILED  this run proved nothing, since it had no " + String.join(", no ", result.missing())
                    + ": let it go on for longer, or ask for all faults"
                    + (noClockOf(result) ? "; and see whether " + result.faketime() + " is libfaketime" : ""));
        }
    }
}
