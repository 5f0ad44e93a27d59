package io.snowflakeid.merge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem that the planner has found.
 *
 * @param code the kind of problem, as named in the setting {@code accept} of {@code merge.yaml}
 * @param subject the affected object, such as {@code s2.players.name}
 * @param message one line with the problem, the found value and the next step
 * @param count the number of affected rows or values, or null if the finding has no count
 * @param samples examples of affected rows or values
 */
public record Finding(
        Severity severity,
        FindingCode code,
        String subject,
        String message,
        @Nullable Long count,
        List<String> samples) {

    public enum Severity {
        /** The problem prevents the run of the plan. */
        ERROR,
        /** The operator has accepted this problem, so the plan can be run. */
        ACCEPTED,
        /** The merge can execute the plan despite the problem. */
        WARNING
    }
}
