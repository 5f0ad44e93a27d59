package io.snowflakeid.verification.pages;

import com.fasterxml.jackson.databind.ObjectMapper;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;

/** Markdown from a template. */
public final class Page {

    private Page() {}

    /**
     * Fills in the template {@code name} that lies beside a class.
     *
     * @param result has the names that the template uses, as its JSON does
     * @throws IOException if there is no such template
     */
    public static String of(Object result, Class<?> beside, String name) throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(beside, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setLocale(Locale.ROOT);
        configuration.setLogTemplateExceptions(false);
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(name).process(new ObjectMapper().convertValue(result, Map.class), text);
        } catch (TemplateException e) {
            throw new IllegalStateException("the template " + name + " does not fit what it shows", e);
        }
        return text.toString();
    }
}
