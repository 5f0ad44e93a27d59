package io.snowflakeid.merge.planning.references;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words of a column's or a table's name, in lower case, the last one in the singular: {@code ownerGuid}, {@code owner_guid} and
 * {@code ownerguid} say the same.
 *
 * @param counts whether a column called so counts rows or answers yes or no, and leads to no row: {@code max_players}, {@code items},
 *     {@code is_player}
 */
record NameWords(List<String> words, boolean counts) {

    private static final Pattern ENDS = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\\p{L}]+");

    /** At the end of a column's words: what tells two of a kind apart, like digits, and what says that it is an id. */
    private static final String ORDINAL = "(?<=.) (?:one|two|three|first|second|third|a|b)$";

    private static final String ID = "(?:^| |(?<=\\p{L}{3}))(?:guid|uid|id)$";

    private static final String NUMBER = "max|min|num|count|total|amount|sum|avg|online|new|unread";
    private static final Pattern COUNTS =
            Pattern.compile("^(?:%1$s)\\b.*|.*\\b(?:%1$s)$|.*\\b(?:is|was|has|had|are|can)\\b.*".formatted(NUMBER));

    private static final int SHORTEST_IN_A_WORD = 5;

    /** Of a column: without what says that it is an id, and without numbers. */
    static NameWords ofColumn(String name) {
        String words = split(name).replaceFirst(ORDINAL, "");
        String bare = words.replaceFirst(ID, "");
        String singular = singular(bare);
        boolean many = !singular.equals(bare) || COUNTS.matcher(bare).matches();
        return new NameWords(list(singular), bare.equals(words) && many);
    }

    static NameWords ofTable(String name) {
        return new NameWords(list(singular(split(name))), false);
    }

    private static String split(String name) {
        return ENDS.splitAsStream(name)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    /** With the last word in the singular. */
    private static String singular(String words) {
        return words.replaceFirst("(?<=\\p{L}{2})ies$", "y")
                .replaceFirst("(?<=ss|x|ch|sh|o)es$", "")
                .replaceFirst("(?<=\\p{L}{3})(?<![sui])s$", "");
    }

    private static List<String> list(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
    }

    /** Without the word with which all tables of a game begin. */
    NameWords without(String prefix) {
        return words.size() > 1 && first().equals(prefix)
                ? new NameWords(words.subList(1, words.size()), counts)
                : this;
    }

    /** All words in one. */
    String whole() {
        return String.join("", words);
    }

    String first() {
        return words.isEmpty() ? "" : words.get(0);
    }

    /** Whether it ends with all of the other name: {@code mail_sender_player} and {@code players}, {@code killerguild} and {@code guild}. */
    boolean carries(NameWords other) {
        String name = other.whole();
        return IntStream.range(0, words.size())
                        .mapToObj(i -> String.join("", words.subList(i, words.size())))
                        .anyMatch(name::equals)
                || (name.length() >= SHORTEST_IN_A_WORD && whole().endsWith(name));
    }
}
