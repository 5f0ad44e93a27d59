package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Schema;

/** The names of the audit tables in the target database. */
public final class AuditNames {

    public static final String PREFIX = Schema.AUDIT_PREFIX;

    /** The name of the table that contains the state of the merge run and the hash of its plan. */
    public static final String RUN = PREFIX + "run";

    /** The name of the view that shows the old and new ids. */
    public static final String IDS = PREFIX + "ids";

    public static final String RENAME = PREFIX + "rename";

    /** The name prefix of tables that contain the keys of left-out rows. */
    public static final String LEFT_OUT = PREFIX + "plan_";

    /** The name prefix of tables in which {@code verify} stores the keys of left-out rows. */
    public static final String LEFT_OUT_NOW = PREFIX + "now_";

    private AuditNames() {}
}
