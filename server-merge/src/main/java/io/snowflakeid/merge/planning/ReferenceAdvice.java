package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import java.util.List;

/** Lines of merge.yaml that a finding suggests. */
final class ReferenceAdvice {

    private ReferenceAdvice() {}

    /** A reference of which no line says anything yet. */
    static String line(ColumnName column, ColumnName parent, List<Long> none) {
        return new ReferenceConfig(
                        column.table(),
                        List.of(column.column()),
                        parent.table(),
                        List.of(parent.column()),
                        null,
                        none,
                        Orphans.FAIL,
                        null)
                .line();
    }

    /** The reference as it is, but for what becomes of rows whose row stays behind. */
    static String line(ReferencePlan reference, WhenLeftOut whenLeftOut) {
        return line(reference, reference.none(), whenLeftOut);
    }

    static String line(ReferencePlan reference, List<Long> none, WhenLeftOut whenLeftOut) {
        return new ReferenceConfig(
                        reference.table(),
                        reference.columns(),
                        reference.parent(),
                        reference.parentColumns(),
                        reference.when(),
                        none,
                        reference.orphans(),
                        whenLeftOut)
                .line();
    }
}
