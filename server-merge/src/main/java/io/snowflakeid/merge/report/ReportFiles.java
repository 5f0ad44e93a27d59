package io.snowflakeid.merge.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import io.snowflakeid.merge.output.PrivateFile;
import io.snowflakeid.merge.output.VisibleHtml;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes a report down: {@code report.json}, and {@code report.html}, which needs nothing but itself. */
public final class ReportFiles {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final int RENAMES_SHOWN = 100;

    private ReportFiles() {}

    /** The first renames of each list beside the plan, by the number of their {@link UniquePlan}. */
    public static Map<Integer, List<Rename>> firstRenames(PlanFile file) throws IOException {
        Map<Integer, List<Rename>> renames = new HashMap<>();
        for (UniquePlan unique : file.plan().uniques()) {
            Optional<RenameFile> list = file.renames(unique);
            if (list.isPresent()) {
                renames.put(unique.number(), list.get().first(RENAMES_SHOWN));
            }
        }
        return renames;
    }

    /**
     * Writes both files, over those of an earlier report.
     *
     * @param folder where; it is created
     * @return the page
     */
    public static Path write(Path folder, MergeReport report) throws IOException {
        Files.createDirectories(folder.toAbsolutePath());
        PrivateFile.write(folder.resolve("report.json"), JSON.writeValueAsString(report) + "\n");
        return PrivateFile.write(folder.resolve("report.html"), page(report));
    }

    /** The template sees what report.json has, under the same names; it escapes all of it. */
    static String page(MergeReport report) throws IOException {
        Map<String, Object> model = JSON.convertValue(report, new TypeReference<Map<String, Object>>() {});
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
