package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Schema;

/** The tables of the target that record how it was made. No column that is joined to a game's rows is called like one of theirs. */
public final class AuditNames {

    /** What all their names begin with. */
    public static final String PREFIX = Schema.AUDIT_PREFIX;

    /** One row: the plan's hash and how far the run is. */
    public static final String RUN = PREFIX + "run";

    /** A view: old and new ids of all of them. */
    public static final String IDS = PREFIX + "ids";

    /** Old and new names. */
    public static final String RENAME = PREFIX + "rename";

    /** Keys of the rows of one table and source that are left out; the names go on with the numbers of both. */
    public static final String LEFT_OUT = PREFIX + "plan_";

    /** The same, as a verification finds them anew. */
    public static final String LEFT_OUT_NOW = PREFIX + "now_";

    private AuditNames() {}
}
