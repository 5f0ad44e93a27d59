package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Schema;

/** The names of the target's audit tables. The names of joined columns begin with {@code merge_} to differ from a game's columns. */
public final class AuditNames {

    public static final String PREFIX = Schema.AUDIT_PREFIX;

    /** The table with the state of the run and the hash of the plan, in one row. */
    public static final String RUN = PREFIX + "run";

    /** The view of old and new ids. */
    public static final String IDS = PREFIX + "ids";

    public static final String RENAME = PREFIX + "rename";

    /** The name prefix of tables that contain the keys of left-out rows. */
    public static final String LEFT_OUT = PREFIX + "plan_";

    /** The name prefix of tables in which a verification stores the keys of left-out rows. */
    public static final String LEFT_OUT_NOW = PREFIX + "now_";

    private AuditNames() {}
}
