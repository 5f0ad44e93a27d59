package io.snowflakeid.demo.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Writes a report down: {@code report.json}, and {@code report.html}, which needs nothing but itself. */
public final class ReportFiles {

    private static final String CHART_JS = "/META-INF/resources/webjars/chart.js/";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportFiles() {}

    /**
     * Writes both files, over those of an earlier run.
     *
     * @param folder an existing folder
     * @return the page
     */
    public static Path write(Path folder, Report report) {
        Path page = folder.resolve("report.html");
        try {
            Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(report) + "\n");
            Files.writeString(page, page(report));
        } catch (IOException e) {
            throw new UncheckedIOException("the report could not be written to " + folder, e);
        }
        return page;
    }

    private static String page(Report report) throws IOException {
        // the template sees what report.json has, under the same names
        Map<String, Object> model = JSON.convertValue(report, new TypeReference<Map<String, Object>>() {});
        model.put("chartJs", chartJs());
        model.put("dataJson", scriptSafe(report));
        StringWriter page = new StringWriter();
        try {
            template().process(model, page);
        } catch (TemplateException e) {
            throw new IOException("the template of the report is wrong: " + e.getMessage(), e);
        }
        return page.toString();
    }

    private static Template template() throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(ReportFiles.class, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        return configuration.getTemplate("report.ftlh");
    }

    /** JSON inside a script element: nothing in it may end that element, or begin a comment or another script. */
    static String scriptSafe(Object value) throws JsonProcessingException {
        return new ObjectMapper()
                .writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** The library's text, without the line that would make a browser look for its source map. */
    private static String chartJs() throws IOException {
        Properties version = new Properties();
        try (InputStream pom = resource("/META-INF/maven/org.webjars.npm/chart.js/pom.properties")) {
            version.load(pom);
        }
        try (InputStream script = resource(CHART_JS + version.getProperty("version") + "/dist/chart.umd.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream found = ReportFiles.class.getResourceAsStream(name);
        if (found == null) {
            throw new IOException(name + " is not on the class path: is the webjar of Chart.js there?");
        }
        return found;
    }
}
