package io.snowflakeid.spring.boot;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the name that a misspelt one probably stands for. */
final class Spelling {

    /** Of few letters, two wrong ones make another word: {@code role} is no {@code file}. */
    private static final int FEW_LETTERS = 5;

    private Spelling() {}

    /** The nearest of the known names, if no more than a slip or two of the hand lie between; else null. */
    static @Nullable String nearest(String word, Collection<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int slips = slips(word, name);
            if (slips < least && mayStandFor(name, word, slips)) {
                nearest = name;
                least = slips;
            }
        }
        return nearest;
    }

    /** The only one of the known names that begins so; else null. */
    static @Nullable String completed(String word, Collection<String> known) {
        List<String> names =
                known.stream().filter(name -> name.startsWith(word)).toList();
        return names.size() == 1 ? names.get(0) : null;
    }

    private static boolean mayStandFor(String name, String word, int slips) {
        // who misses two letters has the first one right
        return slips <= 1 || (slips == 2 && name.length() > FEW_LETTERS && word.startsWith(name.substring(0, 1)));
    }

    /** How many letters are too many, missing, wrong, or changed places with their neighbour. */
    private static int slips(String one, String other) {
        int[][] slips = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    slips[i][j] = i + j;
                    continue;
                }
                int wrong = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                slips[i][j] = Math.min(slips[i - 1][j - 1] + wrong, Math.min(slips[i - 1][j], slips[i][j - 1]) + 1);
                boolean changedPlaces = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                if (changedPlaces) {
                    slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
                }
            }
        }
        return slips[one.length()][other.length()];
    }
}
