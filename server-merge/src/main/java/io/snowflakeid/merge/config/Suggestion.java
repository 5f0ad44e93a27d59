package io.snowflakeid.merge.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What to write in place of a word that is not known. */
public final class Suggestion {

    private Suggestion() {}

    /** To be read behind a word that is not allowed at this path. */
    static String answer(String path, String word, Collection<String> allowed) {
        String removed = Setting.removed(path.split("\\W", 2)[0], word);
        return removed == null
                ? "is not known" + behind(word, allowed) + "; allowed here: " + String.join(", ", allowed)
                : removed;
    }

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
        int shorter = Math.min(one.length(), other.length());
        int begin = 0;
        while (begin < shorter && one.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < shorter - begin && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        return Math.max(one.length(), other.length()) - begin - end;
    }

    /** So that chunkRows and chunk_rows are chunk-rows. */
    private static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
