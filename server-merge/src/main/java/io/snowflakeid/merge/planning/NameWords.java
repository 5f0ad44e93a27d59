package io.snowflakeid.merge.planning;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A column or table name as lower-case words separated by {@code _}, with the last word in the singular.
 *
 * @param counts true if the name means a number or a flag instead of a reference, such as {@code max_players}, {@code items} or {@code is_player}
 */
record NameWords(String words, boolean counts) {

    private static final String ENDS = "(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\\p{L}]+";

    /** A pattern for a suffix that distinguishes columns with similar names, such as {@code _first} and {@code _second}. */
    private static final String ORDINAL = "(?<=.)_(?:one|two|three|first|second|third|a|b)$";

    private static final String ID = "(?:^|_|(?<=\\p{L}{3}))(?:guid|uid|id)$";

    private static final String NUMBER = "max|min|num|count|total|amount|sum|avg|online|new|unread";
    private static final Pattern COUNTS =
            Pattern.compile("(?:%1$s)(?:_.*)?|(?:.*_)?(?:%1$s|(?:is|was|has|had|are|can)(?:_.*)?)".formatted(NUMBER));

    private static final int SHORTEST_IN_A_WORD = 5;

    /** Returns the words of a column name without suffixes such as {@code id}, {@code guid} and numbers. */
    static NameWords ofColumn(String name) {
        String words = split(name).replaceFirst(ORDINAL, "");
        String bare = words.replaceFirst(ID, "");
        String singular = singular(bare);
        boolean many = !singular.equals(bare) || COUNTS.matcher(bare).matches();
        return new NameWords(singular, bare.equals(words) && many);
    }

    static NameWords ofTable(String name) {
        return new NameWords(singular(split(name)), false);
    }

    private static String split(String name) {
        return name.replaceAll(ENDS, "_").replaceAll("^_|_$", "").toLowerCase(Locale.ROOT);
    }

    private static String singular(String words) {
        return words.replaceFirst("(?<=\\p{L}{2})ies$", "y")
                .replaceFirst("(?<=ss|x|ch|sh|o)es$", "")
                .replaceFirst("(?<=\\p{L}{3})(?<![sui])s$", "");
    }

    NameWords without(String prefix) {
        return words.startsWith(prefix + "_") ? new NameWords(words.substring(prefix.length() + 1), counts) : this;
    }

    String first() {
        return words.replaceFirst("_.*", "");
    }

    String whole() {
        return words.replace("_", "");
    }

    /** Returns true if this name ends with the singular of another name, such as {@code mail_sender_player} for {@code players}. */
    boolean carries(NameWords other) {
        return !other.words.isEmpty()
                && (("_" + words).endsWith("_" + other.words)
                        || (other.whole().length() >= SHORTEST_IN_A_WORD && whole().endsWith(other.whole())));
    }
}
