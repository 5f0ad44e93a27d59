package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Schema;

/** The names of the target's audit tables. A column that is joined to a game's rows has a name that no column of the game has. */
public final class AuditNames {

    public static final String PREFIX = Schema.AUDIT_PREFIX;

    /** The table with the state of the run and the hash of the plan, in one row. */
    public static final String RUN = PREFIX + "run";

    /** The view of old and new ids. */
    public static final String IDS = PREFIX + "ids";

    public static final String RENAME = PREFIX + "rename";

    /** The prefix of the tables of left-out keys; the numbers of a table and of a source complete the name. */
    public static final String LEFT_OUT = PREFIX + "plan_";

    /** The prefix of the tables of left-out keys that a verification finds. */
    public static final String LEFT_OUT_NOW = PREFIX + "now_";

    private AuditNames() {}
}
