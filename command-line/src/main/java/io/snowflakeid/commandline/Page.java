package io.snowflakeid.commandline;

import com.fasterxml.jackson.databind.ObjectMapper;
import freemarker.core.OutputFormat;
import freemarker.core.PlainTextOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;

/** Results as pages, filled in from a template that lies beside a class and uses the names of the result's JSON. */
public final class Page {

    private Page() {}

    /** Text for terminals, or Markdown; throws an {@link IOException} if there is no such template. */
    public static String text(Object result, Class<?> beside, String template) throws IOException {
        return filledIn(result, beside, template, PlainTextOutputFormat.INSTANCE);
    }

    /** HTML that shows all characters of what is filled in; throws an {@link IOException} if there is no such template. */
    public static String html(Object result, Class<?> beside, String template) throws IOException {
        return filledIn(result, beside, template, VisibleHtml.INSTANCE);
    }

    private static String filledIn(Object result, Class<?> beside, String template, OutputFormat format)
            throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(beside, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setOutputFormat(format);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(template).process(new ObjectMapper().convertValue(result, Map.class), text);
        } catch (TemplateException e) {
            throw new IllegalStateException("the template " + template + " does not fit what it shows", e);
        }
        return text.toString();
    }
}
