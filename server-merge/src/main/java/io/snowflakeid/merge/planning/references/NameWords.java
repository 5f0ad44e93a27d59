package io.snowflakeid.merge.planning.references;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The words of a column's or a table's name: {@code ownerGuid}, {@code owner_guid} and {@code ownerguid} say the same.
 *
 * @param words in lower case, the last one in the singular; of a column without what says that it is an id, and without numbers
 * @param counts whether a column called so counts rows instead of leading to one, or says yes or no: {@code max_players}, {@code items},
 *     {@code is_player}
 */
record NameWords(List<String> words, boolean counts) {

    private static final Pattern ENDS = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\\p{L}]+");
    private static final Pattern ID = Pattern.compile("(|.{3,}?)(?:guid|uid|id)");
    private static final int SHORTEST_IN_A_WORD = 5;

    /** What tells two of a kind apart, like digits. */
    private static final Set<String> ORDINALS = Set.of("one", "two", "three", "first", "second", "third", "a", "b");

    private static final Set<String> HOW_MANY =
            Set.of("max", "min", "num", "count", "total", "amount", "sum", "avg", "online", "new", "unread");

    /** In a name that asks a question: {@code is_player}, {@code killed_by_was_guild}. */
    private static final Set<String> QUESTIONS = Set.of("is", "was", "has", "had", "are", "can");

    /** Of a column. */
    static NameWords ofColumn(String name) {
        List<String> words = split(name);
        while (words.size() > 1 && ORDINALS.contains(last(words))) {
            words.remove(words.size() - 1);
        }
        boolean id = removeId(words);
        List<String> singular = inSingular(words);
        boolean many = !singular.equals(words)
                || words.stream().anyMatch(QUESTIONS::contains)
                || (!words.isEmpty() && (HOW_MANY.contains(words.get(0)) || HOW_MANY.contains(last(words))));
        return new NameWords(singular, !id && many);
    }

    /** Of a table. */
    static NameWords ofTable(String name) {
        return new NameWords(inSingular(split(name)), false);
    }

    private static List<String> split(String name) {
        return ENDS.splitAsStream(name)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** A word of its own, or the end of the last word. */
    private static boolean removeId(List<String> words) {
        Matcher id = ID.matcher(last(words));
        if (!id.matches()) {
            return false;
        }
        words.set(words.size() - 1, id.group(1));
        words.remove("");
        return true;
    }

    private static List<String> inSingular(List<String> words) {
        List<String> singular = new ArrayList<>(words);
        if (!singular.isEmpty()) {
            singular.set(singular.size() - 1, singular(last(singular)));
        }
        return List.copyOf(singular);
    }

    private static String singular(String word) {
        if (word.length() > 4 && word.endsWith("ies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        if (Stream.of("sses", "xes", "ches", "shes", "oes").anyMatch(word::endsWith)) {
            return word.substring(0, word.length() - 2);
        }
        boolean plural = word.length() > 3
                && word.endsWith("s")
                && Stream.of("ss", "us", "is").noneMatch(word::endsWith);
        return plural ? word.substring(0, word.length() - 1) : word;
    }

    /** Without the word with which all tables of a game begin. */
    NameWords without(String prefix) {
        return words.size() > 1 && words.get(0).equals(prefix)
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

    private static String last(List<String> words) {
        return words.isEmpty() ? "" : words.get(words.size() - 1);
    }

    /** Whether it ends with all of the other name: {@code mail_sender_player} and {@code players}, {@code killerguild} and {@code guild}. */
    boolean carries(NameWords other) {
        String name = other.whole();
        return IntStream.range(0, words.size())
                        .mapToObj(i -> String.join("", words.subList(i, words.size())))
                        .anyMatch(name::equals)
                || (name.length() >= SHORTEST_IN_A_WORD && last(words).endsWith(name));
    }
}
