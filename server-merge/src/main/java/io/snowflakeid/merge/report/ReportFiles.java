package io.snowflakeid.merge.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a report down: {@code report.json}, and {@code report.html}, which needs nothing but itself. */
public final class ReportFiles {

    private static final int RENAMES_SHOWN = 100;

    private ReportFiles() {}

    /**
     * Writes both files, over those of an earlier report.
     *
     * @param folder where; it is created
     * @return the page
     */
    public static Path write(Path folder, PlanFile file, RunRecord run) throws IOException {
        Map<Integer, List<Rename>> renames = new HashMap<>();
        for (UniquePlan unique : file.plan().uniques()) {
            Optional<RenameFile> list = file.renames(unique);
            if (list.isPresent()) {
                renames.put(unique.number(), list.get().first(RENAMES_SHOWN));
            }
        }
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return write(folder, MergeReport.of(file, run, renames, now));
    }

    static Path write(Path folder, ObjectNode report) throws IOException {
        Files.createDirectories(folder.toAbsolutePath());
        PrivateFile.write(folder.resolve("report.json"), report.toPrettyString() + "\n");
        return PrivateFile.write(folder.resolve("report.html"), page(report));
    }

    /** The template sees what report.json has, under the same names. */
    static String page(ObjectNode report) throws IOException {
        return Page.html(report, ReportFiles.class, "report.ftl");
    }
}
