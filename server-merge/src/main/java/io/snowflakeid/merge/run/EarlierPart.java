package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.Dialect;

/**
 * A source of an earlier merge.
 *
 * @param number here
 * @param alias here
 * @param database which it was then
 * @param source what it is a part of
 * @param former its number there
 * @param parent the number here of what it was merged into
 */
record EarlierPart(int number, String alias, String database, SourcePlan source, int former, int parent) {

    /** A table of the database that the earlier merge made. */
    String table(Dialect dialect, String name) {
        return dialect.table(source.database(), name);
    }
}
