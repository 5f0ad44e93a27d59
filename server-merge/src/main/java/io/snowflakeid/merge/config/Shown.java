package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names and values from outside, as an error may show them: on one line, not too long, and harmless to a terminal. */
final class Shown {

    private static final int LONGEST = 80;
    private static final Pattern PLAIN_KEY = Pattern.compile("[\\p{L}\\p{N}_*-]+");

    private Shown() {}

    /** A value in quotes. */
    static String value(String text) {
        return "'" + harmless(text) + "'";
    }

    /** Keys from the top, such as {@code tables.players.where} or {@code references[2].when}. */
    static String path(List<String> keys) {
        StringBuilder path = new StringBuilder();
        for (String key : keys) {
            if (key.startsWith("[")) {
                path.append(key);
            } else {
                path.append(path.isEmpty() ? "" : ".").append(key(key));
            }
        }
        return path.toString();
    }

    private static String key(String key) {
        return PLAIN_KEY.matcher(key).matches() && key.length() <= LONGEST ? key : '"' + harmless(key) + '"';
    }

    private static String harmless(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(point -> {
            boolean hidden = Character.isISOControl(point) || Character.getType(point) == Character.FORMAT;
            shown.append(hidden ? String.format(Locale.ROOT, "\\u%04x", point) : Character.toString(point));
        });
        return shown + (text.codePointCount(0, text.length()) > LONGEST ? "…" : "");
    }
}
