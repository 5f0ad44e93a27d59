package io.snowflakeid.commandline;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import freemarker.core.HTMLOutputFormat;
import freemarker.core.OutputFormat;
import freemarker.core.PlainTextOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import io.snowflakeid.internal.VisibleText;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a result to text, HTML or JSON. The templates for text and HTML use the names of the result's JSON fields. {@link VisibleText} escapes
 * control characters in the values that a template inserts.
 */
public final class Page {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Page() {}

    /** Returns an object as indented JSON text. */
    public static String json(Object result) throws IOException {
        return JSON.writeValueAsString(result) + "\n";
    }

    /** Returns plain text or Markdown from the template file in the package of the given class. */
    public static String text(Object result, Class<?> beside, String template) throws IOException {
        return filledIn(result, VisibleText::of, beside, template, PlainTextOutputFormat.INSTANCE);
    }

    /** Returns HTML from a template file in the package of a class. Line breaks in the inserted values remain in the HTML. */
    public static String html(Object result, Class<?> beside, String template) throws IOException {
        UnaryOperator<String> lineByLine =
                text -> Arrays.stream(text.split("\n", -1)).map(VisibleText::of).collect(Collectors.joining("\n"));
        return filledIn(result, lineByLine, beside, template, HTMLOutputFormat.INSTANCE);
    }

    private static String filledIn(
            Object result, UnaryOperator<String> visible, Class<?> beside, String template, OutputFormat format)
            throws IOException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(beside, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setOutputFormat(format);
        configuration.setLocale(Locale.ENGLISH);
        configuration.setNumberFormat(",##0.##");
        configuration.setLogTemplateExceptions(false);
        Object model = visible(JSON.convertValue(result, Map.class), visible);
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(template).process(model, text);
        } catch (TemplateException e) {
            throw new IllegalStateException("the template " + template + " does not match its data", e);
        }
        return text.toString();
    }

    private static @Nullable Object visible(@Nullable Object value, UnaryOperator<String> visible) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> shown = new LinkedHashMap<>();
            map.forEach((key, each) -> shown.put(visible.apply((String) key), visible(each, visible)));
            return shown;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> shown = new ArrayList<>();
            list.forEach(each -> shown.add(visible(each, visible)));
            return shown;
        }
        return value instanceof String text ? visible.apply(text) : value;
    }
}
