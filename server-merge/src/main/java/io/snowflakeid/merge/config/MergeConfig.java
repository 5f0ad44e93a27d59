package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;

/**
 * A whole {@code merge.yaml}.
 *
 * @param server where all databases lie
 * @param sources the databases to merge, by alias; the first is the main server: its ids stay, and its definitions are the target's
 * @param target the new database
 * @param tables what becomes of tables, by name or by a pattern with {@code *}; the first that fits counts. Others are united
 * @param references columns that hold ids of other tables without saying so in a foreign key
 * @param unique what becomes of values that clash
 * @param execution how much at once
 * @param fingerprint how a change of a source is noticed
 * @param triggers what becomes of the main server's triggers
 * @param views what becomes of the main server's views
 * @param accept errors of the plan that the operator has looked at and takes responsibility for
 */
public record MergeConfig(
        ServerConfig server,
        Map<String, String> sources,
        String target,
        Map<String, TableConfig> tables,
        List<ReferenceConfig> references,
        List<UniqueConfig> unique,
        ExecutionConfig execution,
        Fingerprint fingerprint,
        StoredObjects triggers,
        StoredObjects views,
        List<AcceptedFinding> accept) {

    /** How a change of a source is noticed. */
    public enum Fingerprint {
        /** Definitions, row counts, greatest keys, and the time of the last write where the server knows it. */
        COUNTS,
        /** The same, and a checksum of every row. */
        CHECKSUMS
    }

    /** What becomes of triggers or views of the main server. */
    public enum StoredObjects {
        /** They are created when all rows are there, so that they add none. */
        AFTER_LOAD,
        /** The target has none. */
        LEAVE_OUT,
        /** A plan with any is refused. */
        REFUSE
    }

    /**
     * An error that is let pass.
     *
     * @param code the finding's code
     * @param subject the finding's subject, or a pattern with {@code *}
     * @param because the operator's reason, which the report shows
     */
    public record AcceptedFinding(String code, String subject, String because) {}
}
