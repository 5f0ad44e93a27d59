package io.snowflakeid.mybatis;

import java.util.regex.Pattern;

/**
 * The effect of an insert if a row already exists. Keywords in the SQL decide which constant applies. The SQL is not parsed, so keywords in a literal
 * or a comment count too.
 */
enum Conflict {

    /** The insert fails, or the new row replaces the old row and has the id of its object ({@code REPLACE}). */
    FAILS_OR_REPLACES,

    /** The new row is skipped, for example by {@code INSERT IGNORE}, {@code DO NOTHING}, {@code NOT EXISTS}, or a {@code MERGE} that only inserts. */
    LEAVES_OUT,

    /** The old row is updated ({@code DO UPDATE}, {@code WHEN MATCHED}, {@code UPSERT INTO}). The database returns the ids of all rows in order. */
    UPDATES,

    /** The clause {@code ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)} updates the old row, and the driver returns the id of one row. */
    UPDATES_RETURNING_ONE,

    /** The clause {@code ON DUPLICATE KEY UPDATE} returns an id only for an AUTO_INCREMENT column, which the SQL text does not show. */
    UPDATES_RETURNING_NONE;

    private static final Pattern DUPLICATE_KEY = words("ON DUPLICATE KEY UPDATE");
    private static final Pattern LAST_INSERT_ID = words("LAST_INSERT_ID");
    private static final Pattern UPDATE = words("DO UPDATE|WHEN MATCHED|UPSERT INTO");
    private static final Pattern NO_ROW =
            words("INSERT (?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|OR) )?IGNORE|DO NOTHING"
                    + "|NOT EXISTS|MERGE\\b.*\\bUSING");

    private static Pattern words(String alternatives) {
        String regex = "\\b(?:" + alternatives.replace(" ", "\\s+") + ")\\b";
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    static Conflict of(String sql) {
        if (DUPLICATE_KEY.matcher(sql).find()) {
            return LAST_INSERT_ID.matcher(sql).find() ? UPDATES_RETURNING_ONE : UPDATES_RETURNING_NONE;
        }
        if (UPDATE.matcher(sql).find()) {
            return UPDATES;
        }
        return NO_ROW.matcher(sql).find() ? LEAVES_OUT : FAILS_OR_REPLACES;
    }

    boolean updates() {
        return compareTo(UPDATES) >= 0;
    }

    /** Returns true if the keys that a driver returns are the ids of the given number of rows. */
    boolean returnsIdsOf(int rows) {
        return this == UPDATES || (this == UPDATES_RETURNING_ONE && rows == 1);
    }
}
