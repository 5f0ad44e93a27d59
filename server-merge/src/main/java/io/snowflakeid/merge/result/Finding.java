package io.snowflakeid.merge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem that the planner found in a merge.
 *
 * @param code the kind of the finding, as used by scripts and by the setting {@code accept}
 * @param subject the affected object, such as {@code s2.players.name}
 * @param message one line with the problem, the found value and the next step
 * @param count the number of affected rows or values, or null for a finding without a count
 * @param samples a few of the affected rows or values
 */
public record Finding(
        Severity severity,
        FindingCode code,
        String subject,
        String message,
        @Nullable Long count,
        List<String> samples) {

    /** The severity of a finding. */
    public enum Severity {
        /** The error prevents the run of the plan. */
        ERROR,
        /** The operator accepted the finding. */
        ACCEPTED,
        /** The plan can be run, but the operator should read the warning. */
        WARNING
    }
}
