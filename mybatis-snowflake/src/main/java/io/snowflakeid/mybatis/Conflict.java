package io.snowflakeid.mybatis;

import java.util.regex.Pattern;

/** The effect of an insert statement on an existing row with the same key. {@link #of} finds keywords in the whole SQL text, even in literals. */
enum Conflict {

    /** The statement {@code INSERT} fails because of the existing row, or the statement {@code REPLACE} replaces the existing row. */
    FAILS_OR_REPLACES,

    /** The database skips the new row, for example with {@code INSERT IGNORE}, {@code NOT EXISTS}, or a {@code MERGE} without an update. */
    LEAVES_OUT,

    /** The database updates the existing row, for example with {@code DO UPDATE}, and the driver returns the ids of all rows in order. */
    UPDATES,

    /** The clause {@code ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)} updates the existing row and returns the id of only one row. */
    UPDATES_RETURNING_ONE,

    /** The clause {@code ON DUPLICATE KEY UPDATE} without {@code LAST_INSERT_ID} updates the existing row and may return no id. */
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

    /** Returns true if the driver returns the stored ids for an upsert of the given number of rows. */
    boolean returnsIdsOf(int rows) {
        return this == UPDATES || (this == UPDATES_RETURNING_ONE && rows == 1);
    }
}
