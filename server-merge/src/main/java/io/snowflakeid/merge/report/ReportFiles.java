package io.snowflakeid.merge.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.commandline.VisibleHtml;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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

    /** The template sees what report.json has, under the same names; it escapes all of it. */
    static String page(ObjectNode report) throws IOException {
        Map<String, Object> model =
                new ObjectMapper().convertValue(report, new TypeReference<Map<String, Object>>() {});
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(ReportFiles.class, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setRecognizeStandardFileExtensions(false); // they stand for an output format of their own
        configuration.setOutputFormat(VisibleHtml.INSTANCE);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        StringWriter page = new StringWriter();
        try {
            configuration.getTemplate("report.ftlh").process(model, page);
        } catch (TemplateException e) {
            throw new IllegalStateException("the template of the report is wrong: " + e.getMessage(), e);
        }
        return page.toString();
    }
}
