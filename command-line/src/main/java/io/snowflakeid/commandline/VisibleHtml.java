package io.snowflakeid.commandline;

import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateHTMLOutputModel;
import freemarker.template.TemplateModelException;
import io.snowflakeid.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Escapes what a template inserts for HTML, and shows its characters as {@link VisibleText} does, line by line. */
public final class VisibleHtml extends HTMLOutputFormat {

    /** The only one needed. */
    public static final VisibleHtml INSTANCE = new VisibleHtml();

    private VisibleHtml() {}

    @Override
    public void output(String text, Writer out) throws IOException, TemplateModelException {
        super.output(visible(text), out);
    }

    @Override
    public String escapePlainText(String text) {
        return super.escapePlainText(visible(text));
    }

    @Override
    protected TemplateHTMLOutputModel newTemplateMarkupOutputModel(String text, String markup) {
        return new Markup(text, markup);
    }

    /** Of this format, as the template checks. */
    private static final class Markup extends TemplateHTMLOutputModel {

        Markup(String text, String markup) {
            super(text, markup);
        }

        @Override
        public HTMLOutputFormat getOutputFormat() {
            return INSTANCE;
        }
    }

    private static String visible(String text) {
        return Arrays.stream(text.split("\n", -1)).map(VisibleText::of).collect(Collectors.joining("\n"));
    }
}
