package io.snowflakeid.commandline;

import io.snowflakeid.internal.VisibleText;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Escapes control characters in printed text with {@link VisibleText}. The writer escapes line breaks, except the line break of {@code println} and
 * of a final {@code %n}. The writer keeps leading tabs, because stack traces contain tabs.
 */
public final class VisibleWriter extends PrintWriter {

    private static final String LINE_END = "%n";

    /** @param out the writer that receives the escaped text */
    public VisibleWriter(PrintWriter out) {
        super(out);
    }

    static String visible(String line) {
        int text = 0;
        while (text < line.length() && line.charAt(text) == '\t') {
            text++;
        }
        return line.substring(0, text) + VisibleText.of(line.substring(text));
    }

    @Override
    public void write(String text, int offset, int length) {
        String shown = visible(text.substring(offset, offset + length));
        super.write(shown, 0, shown.length());
    }

    @Override
    public void write(char[] text, int offset, int length) {
        write(new String(text, offset, length), 0, length);
    }

    @Override
    public void write(int character) {
        write(String.valueOf((char) character), 0, 1);
    }

    @Override
    public PrintWriter format(String format, Object... values) {
        return format(Locale.ROOT, format, values);
    }

    @Override
    public PrintWriter format(Locale locale, String format, Object... values) {
        boolean endsLine = format.endsWith(LINE_END);
        print(String.format(
                locale, endsLine ? format.substring(0, format.length() - LINE_END.length()) : format, values));
        if (endsLine) {
            println();
        }
        return this;
    }
}
