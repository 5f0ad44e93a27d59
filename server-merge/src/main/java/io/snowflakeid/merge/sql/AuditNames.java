package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Schema;

/** Names of the target's audit tables. No column that is joined to a game's rows has the name of a column of these rows. */
public final class AuditNames {

    public static final String PREFIX = Schema.AUDIT_PREFIX;

    /** The table with one row: the plan's hash and the state of the run. */
    public static final String RUN = PREFIX + "run";

    /** A view of old and new ids. */
    public static final String IDS = PREFIX + "ids";

    public static final String RENAME = PREFIX + "rename";

    /** The keys of left-out rows; the numbers of a table and a source complete the name. */
    public static final String LEFT_OUT = PREFIX + "plan_";

    /** The keys of left-out rows that a verification finds. */
    public static final String LEFT_OUT_NOW = PREFIX + "now_";

    private AuditNames() {}
}
