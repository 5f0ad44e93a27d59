package io.snowflakeid.demo.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import io.snowflakeid.VisibleText;
import io.snowflakeid.commandline.VisibleHtml;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
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
     * @throws IOException if there is no space, for instance; what stands there then is not complete
     */
    public static Path write(Path folder, Report report) throws IOException {
        Files.writeString(folder.resolve("report.json"), JSON.writeValueAsString(report) + "\n");
        return Files.writeString(folder.resolve("report.html"), page(report));
    }

    private static String page(Report report) throws IOException {
        // the template sees what report.json has, under the same names
        Map<String, Object> model = JSON.convertValue(report, new TypeReference<Map<String, Object>>() {});
        model.put("chartJs", chartJs());
        model.put("dataJson", scriptSafe(report));
        model.put("nonce", nonce());
        StringWriter page = new StringWriter();
        try {
            template().process(model, page);
        } catch (TemplateException e) {
            throw new IOException("the template of the report is wrong: " + e.getMessage(), e);
        }
        return page.toString();
    }

    /** A script without it does not run, and nobody knows it before the page is written. */
    private static String nonce() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }

    private static Template template() throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(ReportFiles.class, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setRecognizeStandardFileExtensions(false); // they stand for an output format of their own
        configuration.setOutputFormat(VisibleHtml.INSTANCE);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        return configuration.getTemplate("report.ftlh");
    }

    /** JSON inside a script element: nothing in it may end that element, or begin a comment or another script. */
    static String scriptSafe(Object value) throws JsonProcessingException {
        return VisibleText.of(new ObjectMapper()
                .writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026"));
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
