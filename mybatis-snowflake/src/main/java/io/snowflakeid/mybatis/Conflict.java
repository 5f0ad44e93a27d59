package io.snowflakeid.mybatis;

import java.util.regex.Pattern;

/**
 * What an insert does where a row is there already, as far as its text tells. Later constants go before earlier ones, if a text can be
 * read in two ways.
 */
enum Conflict {

    /** It fails, or the new row takes the place of the old one, with the id of its object ({@code REPLACE}). */
    FAILS_OR_REPLACES,

    /** Which rows there are is known to the database alone: {@code INSERT ... SELECT ... WHERE NOT EXISTS}. */
    DEPENDS_ON_SELECT,

    /** The new row is left out: {@code INSERT IGNORE}, {@code ON CONFLICT DO NOTHING}, a {@code MERGE} that only inserts. */
    LEAVES_OUT,

    /** The old row is updated. Databases with such a statement tell the ids of all rows, in their order. */
    UPDATES,

    /** {@code ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)}: the old row is updated, and the id of one row is told. */
    UPDATES_TELLING_ONE,

    /** {@code ON DUPLICATE KEY UPDATE}: the id is told only where the column is AUTO_INCREMENT, which the text does not say. */
    UPDATES_TELLING_NONE;

    private static final String DUPLICATE_KEY = " ON DUPLICATE KEY UPDATE ";
    private static final Pattern TELLS_ID = Pattern.compile(
            " (\\S+) = LAST_INSERT_ID \\( (?:\\S+ \\. )*(?:\\1|') \\) | ' = LAST_INSERT_ID \\( (?:\\S+ \\. )*\\S+ \\) ");
    private static final Pattern ON_CONFLICT_NOTHING = Pattern.compile(" ON CONFLICT (?!\\. )(?:.* )?DO NOTHING ");
    private static final Pattern ON_CONFLICT_UPDATE = Pattern.compile(" ON CONFLICT (?!\\. )(?:.* )?DO UPDATE ");
    private static final Pattern IGNORE =
            Pattern.compile(" INSERT (?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|OR) )?IGNORE ");
    private static final Pattern MERGE = Pattern.compile("(?:^ MERGE| MERGE INTO) .* USING ");

    static Conflict of(String sql) {
        Conflict worst = FAILS_OR_REPLACES;
        for (String words : SqlWords.of(sql)) {
            Conflict read = read(words);
            worst = read.compareTo(worst) > 0 ? read : worst;
        }
        return worst;
    }

    private static Conflict read(String words) {
        int update = words.indexOf(DUPLICATE_KEY);
        if (update >= 0) {
            boolean tells = TELLS_ID.matcher(words).find(update);
            return tells ? UPDATES_TELLING_ONE : UPDATES_TELLING_NONE;
        }
        if (finds(ON_CONFLICT_UPDATE, " CONFLICT ", words) || words.contains(" UPSERT INTO ")) {
            return UPDATES;
        }
        if (finds(MERGE, " MERGE ", words)) {
            return words.contains(" WHEN MATCHED ") ? UPDATES : LEAVES_OUT;
        }
        if (finds(ON_CONFLICT_NOTHING, " CONFLICT ", words) || finds(IGNORE, " IGNORE ", words)) {
            return LEAVES_OUT;
        }
        return words.startsWith(" INSERT ") && words.contains(" SELECT ") ? DEPENDS_ON_SELECT : FAILS_OR_REPLACES;
    }

    /** Most statements lack the word that it would take, which is found out much faster. */
    private static boolean finds(Pattern clause, String word, String words) {
        return words.contains(word) && clause.matcher(words).find();
    }

    boolean updates() {
        return compareTo(UPDATES) >= 0;
    }

    /** True if the keys that a driver returns are the ids of so many rows. */
    boolean tellsIdsOf(int rows) {
        return this == UPDATES || (this == UPDATES_TELLING_ONE && rows == 1);
    }
}
