package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.result.PlanException;
import java.util.List;
import java.util.Optional;

/**
 * A complete description of a merge. A merge executes exactly the plan that the operator has read.
 *
 * @param plannedAt the time of planning in UTC ({@code yyyy-MM-dd HH:mm:ss}), which SQL conditions use as the current time
 * @param product the name and version of the server
 * @param server the server that contains all databases, without the password
 * @param targetCharset the default character set of the target, or an empty text
 * @param targetCollation the default collation of the target, or an empty text
 * @param sources the databases to merge, with the main server's database first
 * @param tables all tables, sorted by name
 * @param leftOut the left-out rows, grouped by table and source
 * @param triggers the triggers that the merge creates after it has copied the rows
 * @param views the views that the merge creates after it has copied the rows
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

    /** The version of the plan format. The merge rejects a plan with a different format version. */
    public static final int VERSION = 9;

    /** A database to merge. The main server has the number 1. */
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

    /** Returns the left-out rows of a table and source, or empty if no row is left out. */
    public Optional<LeftOutSet> leftOut(String table, SourcePlan source) {
        return leftOut.stream()
                .filter(set -> set.table().equals(table) && set.source() == source.number())
                .findFirst();
    }

    /** Throws a {@link PlanException} if the plan has no table with the given name. */
    public TablePlan table(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PlanException("the plan has no table " + name));
    }

    public SourcePlan source(int number) {
        return sources.get(number - 1);
    }

    /** Returns the sources from which the run copies rows of a table. */
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

    /** Returns a sentence for each reference that a verification cannot check. */
    public List<String> notProved() {
        return findings.stream()
                .filter(finding -> finding.code() == FindingCode.REFERENCE_MAIN_ONLY)
                .map(finding -> "not proved, as rows of other servers refer to the main server's: " + finding.subject())
                .toList();
    }
}
