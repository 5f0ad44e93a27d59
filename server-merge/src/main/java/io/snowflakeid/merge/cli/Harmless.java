package io.snowflakeid.merge.cli;

import java.util.Locale;

/** Text from outside, as a terminal may get it. */
final class Harmless {

    private Harmless() {}

    /** The same without signs that a terminal obeys, or that hide or reorder others: they are shown by their number. */
    static String text(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }
}
