package io.snowflakeid.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error or a warning of a plan.
 *
 * @param code names the kind of finding, for scripts and for {@code accept}
 * @param subject the object concerned, such as {@code s2.players.name}
 * @param message one line with the problem, the value seen and the next step
 * @param count the number of rows or values, or null if the finding is not about rows or values
 * @param samples a few of these rows or values
 */
public record Finding(
        Severity severity,
        FindingCode code,
        String subject,
        String message,
        @Nullable Long count,
        List<String> samples) {

    /** How bad a finding is. */
    public enum Severity {
        /** The plan cannot be run. */
        ERROR,
        /** An error or a warning that the operator accepted. */
        ACCEPTED,
        /** The plan can be run; the operator should know. */
        WARNING
    }
}
