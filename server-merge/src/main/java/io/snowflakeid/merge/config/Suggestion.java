package io.snowflakeid.merge.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests the correct spelling of a misspelled word. */
public final class Suggestion {

    private Suggestion() {}

    /** Returns a text such as {@code " (did you mean players?)"}, or an empty text if no known word is similar. */
    public static String behind(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(word -> difference(typed, word)))
                .filter(word -> difference(typed, word) <= word.length() / 2)
                .map(word -> " (did you mean " + word + "?)")
                .orElse("");
    }

    private static int difference(String typed, String word) {
        String one = letters(typed);
        String other = letters(word);
        int begin = 0;
        int end = 0;
        int shorter = Math.min(one.length(), other.length());
        while (begin < shorter && one.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        while (end < shorter - begin && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        return Math.max(one.length(), other.length()) - begin - end;
    }

    private static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
