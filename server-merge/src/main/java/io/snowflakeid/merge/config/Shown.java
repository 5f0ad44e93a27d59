package io.snowflakeid.merge.config;

import io.snowflakeid.VisibleText;
import java.util.List;
import java.util.regex.Pattern;

/** Names and values from outside, as an error may show them: on one line, not too long, and harmless to a terminal. */
final class Shown {

    private static final int LONGEST = 80;
    private static final Pattern PLAIN_KEY = Pattern.compile("[\\p{L}\\p{N}_*-]+");

    private Shown() {}

    /** A value in quotes. */
    static String value(String text) {
        return "'" + VisibleText.of(text, LONGEST) + "'";
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
        return PLAIN_KEY.matcher(key).matches() && key.length() <= LONGEST
                ? key
                : '"' + VisibleText.of(key, LONGEST) + '"';
    }
}
