package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.ReferencePlan;
import java.util.List;

/** Lines of merge.yaml that a finding suggests. */
final class ReferenceAdvice {

    private ReferenceAdvice() {}

    /** The reference as it is, but for its values that stand for none, and what becomes of rows whose row stays behind. */
    static String line(ReferencePlan reference, List<Long> none, WhenLeftOut whenLeftOut) {
        return new ReferenceConfig(
                        new ColumnNames(reference.table(), reference.columns()),
                        new ColumnNames(reference.parent(), reference.parentColumns()),
                        reference.when(),
                        none,
                        reference.orphans(),
                        whenLeftOut)
                .line();
    }
}
