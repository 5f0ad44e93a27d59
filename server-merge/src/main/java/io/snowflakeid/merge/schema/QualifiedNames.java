package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Takes the name of a database off the names of what lies in it, so that a statement works in another one. */
final class QualifiedNames {

    private static final Set<String> BEFORE_TABLES = Set.of("FROM", "JOIN", "STRAIGHT_JOIN", "INTO", "UPDATE");

    private final List<SqlToken> tokens;
    private final List<Integer> words = new ArrayList<>();
    private final String database;
    private final Set<String> tablesAndViews;

    static String without(String database, Set<String> tablesAndViews, List<SqlToken> tokens) {
        return new QualifiedNames(database, tablesAndViews, tokens).stripped();
    }

    private QualifiedNames(String database, Set<String> tablesAndViews, List<SqlToken> tokens) {
        this.database = database;
        this.tablesAndViews = tablesAndViews;
        this.tokens = tokens;
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() != Kind.SPACE) {
                words.add(i);
            }
        }
    }

    private String stripped() {
        boolean alsoAlias = false;
        for (int word = 0; word < words.size(); word++) {
            alsoAlias |= isDatabase(word) && !is(word - 1, ".") && !is(word + 1, ".");
        }
        Set<Integer> dropped = new java.util.HashSet<>();
        for (int word = 0; word < words.size(); word++) {
            if (qualifies(word, alsoAlias)) {
                dropped.add(words.get(word));
                dropped.add(words.get(word + 1));
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            if (!dropped.contains(i)) {
                text.append(tokens.get(i).text());
            }
        }
        return text.toString();
    }

    private boolean qualifies(int word, boolean alsoAlias) {
        if (!isDatabase(word) || is(word - 1, ".") || !is(word + 1, ".") || word + 2 >= words.size()) {
            return false;
        }
        if (is(word + 3, ".")) {
            return true;
        }
        if (!tablesAndViews.contains(at(word + 2).name())) {
            return false;
        }
        // an alias that is spelled like the database stands before columns
        return !alsoAlias
                || (word > 0 && BEFORE_TABLES.contains(at(word - 1).text().toUpperCase(Locale.ROOT)));
    }

    private boolean isDatabase(int word) {
        return at(word).mayBeName() && at(word).name().equals(database);
    }

    private boolean is(int word, String sign) {
        return word >= 0 && word < words.size() && at(word).is(sign);
    }

    private SqlToken at(int word) {
        return tokens.get(words.get(word));
    }
}
