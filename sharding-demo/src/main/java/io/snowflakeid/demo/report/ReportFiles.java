package io.snowflakeid.demo.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import io.snowflakeid.commandline.VisibleHtml;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Writes a report down: {@code report.json}, and {@code report.html}, which needs nothing but itself, and no script. */
public final class ReportFiles {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportFiles() {}

    /**
     * Writes both files, over those of an earlier run.
     *
     * @param folder an existing folder
     * @return the page
     * @throws IOException if there is no space, for instance; what stands there then is not complete
     */
    public static Path write(Path folder, Report report) throws IOException {
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(report) + "\n");
        return Files.writeString(folder.resolve("report.html"), page(report));
    }

    private static String page(Report report) throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(ReportFiles.class, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setRecognizeStandardFileExtensions(false); // they stand for an output format of their own
        configuration.setOutputFormat(VisibleHtml.INSTANCE);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        StringWriter page = new StringWriter();
        try {
            // the template sees what report.json has, under the same names
            configuration
                    .getTemplate("report.ftlh")
                    .process(JSON.convertValue(report, new TypeReference<Map<String, Object>>() {}), page);
        } catch (TemplateException e) {
            throw new IOException("the template of the report is wrong: " + e.getMessage(), e);
        }
        return page.toString();
    }
}
