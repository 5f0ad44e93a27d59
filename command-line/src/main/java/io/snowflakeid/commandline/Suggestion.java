package io.snowflakeid.commandline;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What somebody who mistyped a word probably meant. */
public final class Suggestion {

    private static final int SURELY_MEANT = 1;

    private Suggestion() {}

    /** {@code " (did you mean players?)"}, or nothing if no known word is near. */
    public static String behind(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(word -> edits(letters(typed), letters(word))))
                .filter(word -> edits(letters(typed), letters(word)) <= Math.max(SURELY_MEANT, word.length() / 3))
                .map(word -> " (did you mean " + word + "?)")
                .orElse("");
    }

    /** So that chunkRows and chunk_rows are chunk-rows. */
    private static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** How many letters must be put in, taken out, replaced or swapped with their neighbour: Damerau's distance, restricted. */
    private static int edits(String from, String to) {
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : lastEdit(edits, from, i, to, j);
            }
        }
        return edits[from.length()][to.length()];
    }

    private static int lastEdit(int[][] edits, String from, int i, String to, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int least = Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
    }
}
