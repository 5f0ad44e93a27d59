package io.snowflakeid.merge.catalog;

import io.snowflakeid.merge.catalog.SqlToken.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Removes the name of a database before the names of its tables and views, so that a statement works in another database. */
final class QualifiedNames {

    private QualifiedNames() {}

    /**
     * The statement without the name; empty if the name also stands without a dot, such as an alias, since {@code name.x} then has two
     * meanings.
     */
    static Optional<String> without(String database, Set<String> tablesAndViews, List<SqlToken> tokens) {
        int[] words = IntStream.range(0, tokens.size())
                .filter(i -> tokens.get(i).kind() != Kind.SPACE)
                .toArray();
        StringBuilder text = new StringBuilder();
        boolean qualifies = false;
        boolean alone = false;
        int end = 0;
        for (int i = 0; i < words.length; i++) {
            if (!tokens.get(words[i]).names(database) || isDot(tokens, words, i - 1)) {
                continue;
            }
            if (!isDot(tokens, words, i + 1)) {
                alone = true;
            } else if (isDot(tokens, words, i + 3)
                    || (i + 2 < words.length
                            && tablesAndViews.contains(tokens.get(words[i + 2]).name()))) {
                qualifies = true;
                text.append(SqlToken.join(tokens.subList(end, words[i])));
                end = words[i + 1] + 1;
            }
        }
        text.append(SqlToken.join(tokens.subList(end, tokens.size())));
        return qualifies && alone ? Optional.empty() : Optional.of(text.toString());
    }

    private static boolean isDot(List<SqlToken> tokens, int[] words, int word) {
        return word >= 0 && word < words.length && tokens.get(words[word]).is(".");
    }
}
