package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.PlanException;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.ServerConfig;
import java.util.List;
import java.util.Optional;

/**
 * A complete description of a run. People read the plan before the run, and the run executes it unchanged.
 *
 * @param plannedAt the moment in UTC, {@code yyyy-MM-dd HH:mm:ss}, which is the current time in all conditions, also later
 * @param product the server's name and version
 * @param server the server of all databases, without a password
 * @param targetCharset the target's default character set, or empty
 * @param targetCollation the target's default collation, or empty
 * @param sources the databases to merge, the main server first
 * @param tables all tables, in the order of names
 * @param leftOut rows that are left out, by table and source; no set is empty
 * @param triggers triggers to create after the load
 * @param views views to create after the load
 */
public record MergePlan(
        int version,
        String plannedAt,
        String product,
        ServerConfig server,
        String target,
        String targetCharset,
        String targetCollation,
        Fingerprint fingerprint,
        ExecutionConfig execution,
        List<SourcePlan> sources,
        List<TablePlan> tables,
        List<IdDomain> domains,
        List<ReferencePlan> references,
        List<UniquePlan> uniques,
        List<LeftOutSet> leftOut,
        List<Schema.Trigger> triggers,
        List<Schema.View> views,
        List<Finding> findings) {

    /** Grows with each change of a plan's content or meaning: a run reads only plans of its own version. */
    public static final int VERSION = 8;

    /** A database to merge; numbers begin at 1 for the main server. */
    public record SourcePlan(int number, String alias, String database) {
        public boolean main() {
            return number == 1;
        }
    }

    public MergePlan withLeftOut(List<LeftOutSet> newLeftOut) {
        return new MergePlan(
                version,
                plannedAt,
                product,
                server,
                target,
                targetCharset,
                targetCollation,
                fingerprint,
                execution,
                sources,
                tables,
                domains,
                references,
                uniques,
                newLeftOut,
                triggers,
                views,
                findings);
    }

    /** The rows of a source's table that are left out; empty without such rows, or if no set of them is kept. */
    public Optional<LeftOutSet> leftOut(String table, SourcePlan source) {
        return leftOut.stream()
                .filter(set -> set.table().equals(table) && set.source() == source.number())
                .findFirst();
    }

    /**
     * Finds a table by its name.
     *
     * @throws PlanException if there is no such table
     */
    public TablePlan table(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no table " + name));
    }

    public SourcePlan source(int number) {
        return sources.get(number - 1);
    }

    /** The sources whose rows of a table go into the target one by one. */
    public List<SourcePlan> sourcesOf(TablePlan table) {
        return sources.stream()
                .filter(source -> table.copiedFrom(source.number()))
                .toList();
    }

    public IdDomain domain(int number) {
        return domains.get(number - 1);
    }

    public boolean runnable() {
        return findings.stream().noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
    }

    public List<ReferencePlan> referencesOf(String table) {
        return references.stream()
                .filter(reference -> reference.table().equals(table))
                .toList();
    }

    public List<ReferencePlan> referencesOf(String table, String column) {
        return referencesOf(table).stream()
                .filter(reference -> reference.has(column))
                .toList();
    }

    /** The facts that a verification cannot prove, since they depend on the meaning of ids, with a sentence for each fact. */
    public List<String> notProved() {
        return findings.stream()
                .filter(finding -> finding.code() == FindingCode.REFERENCE_MAIN_ONLY)
                .map(finding -> "not proved, as rows of other servers refer to the main server's: " + finding.subject())
                .toList();
    }
}
