package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import java.util.List;

/** What differs between the main server's definitions and another's. */
final class SchemaComparison {

    private SchemaComparison() {}

    static List<Finding> of(Game game, SourcePlan other) {
        return List.of();
    }
}
