package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.ColumnNames;
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
                        new ColumnNames(column.table(), List.of(column.column())),
                        new ColumnNames(parent.table(), List.of(parent.column())),
                        null,
                        none,
                        Orphans.FAIL,
                        null)
                .line();
    }

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
