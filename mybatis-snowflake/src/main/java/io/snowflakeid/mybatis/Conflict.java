package io.snowflakeid.mybatis;

import java.util.regex.Pattern;

/**
 * What an insert does where a row is there already, as far as words in its text tell. The text is not parsed: words in a literal or a
 * comment count, too.
 */
enum Conflict {

    /** It fails, or the new row takes the place of the old one, with the id of its object ({@code REPLACE}). */
    FAILS_OR_REPLACES,

    /** Which rows there are is known to the database alone: {@code INSERT ... SELECT ... WHERE NOT EXISTS}. */
    DEPENDS_ON_SELECT,

    /** The new row is left out: {@code INSERT IGNORE}, {@code ON CONFLICT DO NOTHING}, a {@code MERGE} that only inserts. */
    LEAVES_OUT,

    /** The old row is updated. Databases with such a statement return the ids of all rows, in their order. */
    UPDATES,

    /** {@code ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)}: the old row is updated, and the id of one row is returned. */
    UPDATES_RETURNING_ONE,

    /** {@code ON DUPLICATE KEY UPDATE}: the id is returned only where the column is AUTO_INCREMENT, which the text does not say. */
    UPDATES_RETURNING_NONE;

    private static final Pattern DUPLICATE_KEY = words("ON DUPLICATE KEY");
    private static final Pattern RETURNS_ID =
            words("`?\\b(\\w+)`? ?= ?LAST_INSERT_ID ?\\( ?(?:[^()\\s]+\\.)?`?\\1`? ?\\)");
    private static final Pattern UPDATE = words("\\b(?:DO UPDATE|WHEN MATCHED|UPSERT INTO)\\b");
    private static final Pattern NO_ROW = words("\\bINSERT (?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|OR) )?IGNORE\\b"
            + "|\\bDO NOTHING\\b|\\bMERGE (?:INTO )?\\S+ .*\\bUSING\\b");
    private static final Pattern SELECT = words("^ ?INSERT INTO \\S+ ?(?:\\([^()]*\\) ?)?(?:SELECT|WITH)\\b");

    /** A blank stands for white space and comments, also those that MySQL runs, as in {@code INSERT /*! IGNORE *}{@code / INTO}. */
    private static Pattern words(String pattern) {
        String gap = "(?:\\s++|/\\*M?!\\d*+|\\*/|/\\*.*?\\*/|--[^\\n]*+\\n)";
        return Pattern.compile(
                pattern.replace(" ?", gap + "*+").replace(" ", gap + "++"), Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    static Conflict of(String sql) {
        if (DUPLICATE_KEY.matcher(sql).find()) {
            return RETURNS_ID.matcher(sql).find() ? UPDATES_RETURNING_ONE : UPDATES_RETURNING_NONE;
        }
        if (UPDATE.matcher(sql).find()) {
            return UPDATES;
        }
        if (NO_ROW.matcher(sql).find()) {
            return LEAVES_OUT;
        }
        return SELECT.matcher(sql).find() ? DEPENDS_ON_SELECT : FAILS_OR_REPLACES;
    }

    boolean updates() {
        return compareTo(UPDATES) >= 0;
    }

    /** True if the keys that a driver returns are the ids of so many rows. */
    boolean returnsIdsOf(int rows) {
        return this == UPDATES || (this == UPDATES_RETURNING_ONE && rows == 1);
    }
}
