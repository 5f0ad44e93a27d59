package io.snowflakeid.merge.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What to write in place of a word that is not known. */
public final class Suggestion {

    private Suggestion() {}

    /** {@code " (did you mean players?)"}, or nothing if no known word is near. */
    public static String behind(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(word -> difference(typed, word)))
                .filter(word -> difference(typed, word) <= word.length() / 2)
                .map(word -> " (did you mean " + word + "?)")
                .orElse("");
    }

    /** How many letters lie between what both words begin with and what both end with. */
    private static int difference(String typed, String word) {
        String one = letters(typed);
        String other = letters(word);
        int begin = common(one, other);
        int end = common(reversed(one.substring(begin)), reversed(other.substring(begin)));
        return Math.max(one.length(), other.length()) - begin - end;
    }

    /** How many letters both begin with. */
    private static int common(String one, String other) {
        int different = Arrays.mismatch(one.toCharArray(), other.toCharArray());
        return different < 0 ? one.length() : different;
    }

    private static String reversed(String word) {
        return new StringBuilder(word).reverse().toString();
    }

    /** So that chunkRows and chunk_rows are chunk-rows. */
    private static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
