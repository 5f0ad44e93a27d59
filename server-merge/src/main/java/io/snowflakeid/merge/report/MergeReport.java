package io.snowflakeid.merge.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.TablePlan.TablePrint;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.report.RunRecord.Check;
import io.snowflakeid.merge.report.RunRecord.Copy;
import io.snowflakeid.merge.report.RunRecord.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A merge from its plan to its verification. The component names are those of {@code report.json}.
 *
 * @param version of this format
 * @param writtenAt when the report was written, UTC
 * @param plan what was planned
 * @param sources what was merged
 * @param run how far the run is
 * @param tables what became of each table
 * @param ids how ids were made unique
 * @param references what leads to other tables' rows
 * @param uniques what became of unique values
 * @param findings what the plan found, without what was accepted
 * @param accepted what the operator accepted, with the reason in their messages
 * @param checks what the last verification found; none before it
 * @param notProved what no verification can tell, a sentence each
 * @param failures what is not as it must be, a sentence each
 */
public record MergeReport(
        int version,
        String writtenAt,
        PlanPart plan,
        List<SourcePart> sources,
        RunPart run,
        List<TablePart> tables,
        List<IdPart> ids,
        List<ReferencePart> references,
        List<UniquePart> uniques,
        List<Finding> findings,
        List<Finding> accepted,
        List<CheckPart> checks,
        List<String> notProved,
        List<String> failures) {

    /** Of the format that this program writes. */
    public static final int VERSION = 1;

    private static final double MILLIS_PER_SECOND = 1000.0;
    private static final Pattern NUMBERED_STEP = Pattern.compile("(reference|renames|follow) (\\d{1,9})( .*)?");

    /**
     * What was planned.
     *
     * @param file where the plan lies
     * @param hash SHA-256 of it
     * @param plannedAt UTC
     * @param product the server's name and version
     * @param url the server's address
     * @param target the new database
     * @param fingerprint how a change of a source is noticed
     * @param execution how much at once
     */
    public record PlanPart(
            String file,
            String hash,
            String plannedAt,
            String product,
            String url,
            String target,
            String fingerprint,
            ExecutionConfig execution) {}

    /**
     * A source.
     *
     * @param rows how many it has in the tables of the plan
     * @param copied how many of them the target gets
     */
    public record SourcePart(int number, String alias, String database, long rows, long copied) {}

    /**
     * How far the run is.
     *
     * @param rows how many rows were copied
     * @param steps all that is done
     */
    public record RunPart(
            String state,
            @Nullable String program,
            @Nullable String startedAt,
            @Nullable String finishedAt,
            long rows,
            List<Step> steps) {}

    /**
     * A table.
     *
     * @param tableClass which rows the target gets
     * @param modes how the ids are made unique that are its own; none where it has none
     * @param where which rows, or null for all
     * @param seconds what all writers took together
     * @param rowsPerSecond of one writer, or null where nothing was copied
     * @param sources what each source has of it
     */
    public record TablePart(
            String name,
            String tableClass,
            List<String> modes,
            @Nullable String where,
            long planned,
            long copied,
            double seconds,
            @Nullable Long rowsPerSecond,
            List<TableSourcePart> sources) {}

    /**
     * What a source has of a table.
     *
     * @param rows all
     * @param planned those that the target gets
     * @param copied those that it has got
     * @param fingerprint what tells whether it was changed
     */
    public record TableSourcePart(String alias, long rows, long planned, long copied, TablePrint fingerprint) {}

    /** Ids that are moved together. */
    public record IdPart(String name, List<String> columns, String mode, String why, List<IdSourcePart> sources) {}

    /**
     * A source's ids.
     *
     * @param ids how many there are; with none, the others are 0
     * @param least on the source
     * @param greatest on the source
     * @param shift what was added, where they are not looked up
     * @param freshFrom the first fresh id, 0 without any
     * @param mapTable the table of old and new ids, or null without one
     */
    public record IdSourcePart(
            String alias,
            long ids,
            long least,
            long greatest,
            long shift,
            long freshFrom,
            @Nullable String mapTable) {}

    /** Columns that lead to another table's rows, and how many lead to nothing. */
    public record ReferencePart(String name, boolean declared, long orphans, String orphanRule, String leftOutRule) {}

    /**
     * Unique values.
     *
     * @param file the list of all renames beside the plan, or null without any
     * @param first the first renames
     */
    public record UniquePart(
            String key,
            String onClash,
            long clashes,
            long renames,
            @Nullable String file,
            List<Rename> first) {}

    /** A comparison; {@code alias} is null for all sources together. */
    public record CheckPart(@Nullable String alias, Check check) {}

    /**
     * Puts together what is known.
     *
     * @param file the plan
     * @param run what the target tells
     * @param renames the first renames, by the number of their {@link UniquePlan}
     * @param writtenAt UTC
     */
    public static MergeReport of(PlanFile file, RunRecord run, Map<Integer, List<Rename>> renames, String writtenAt) {
        MergePlan plan = file.plan();
        return new MergeReport(
                VERSION,
                writtenAt,
                planPart(file),
                plan.sources().stream().map(source -> sourcePart(plan, source)).toList(),
                new RunPart(
                        run.state(),
                        run.program(),
                        run.startedAt(),
                        run.finishedAt(),
                        run.copies().stream().mapToLong(Copy::rows).sum(),
                        run.steps().stream().map(step -> named(plan, step)).toList()),
                plan.tables().stream().map(table -> tablePart(plan, table, run)).toList(),
                plan.domains().stream().map(domain -> idPart(plan, domain)).toList(),
                plan.references().stream().map(MergeReport::referencePart).toList(),
                plan.uniques().stream()
                        .map(unique -> uniquePart(unique, renames.getOrDefault(unique.number(), List.of())))
                        .toList(),
                plan.findings().stream()
                        .filter(finding -> finding.severity() != Severity.ACCEPTED)
                        .toList(),
                plan.findings().stream()
                        .filter(finding -> finding.severity() == Severity.ACCEPTED)
                        .toList(),
                run.checks().stream().map(check -> checkPart(plan, check)).toList(),
                plan.notProved(),
                failures(plan, run));
    }

    /** The run numbers what has a long name. */
    private static Step named(MergePlan plan, Step step) {
        Matcher numbered = NUMBERED_STEP.matcher(step.name());
        if (!numbered.matches()) {
            return step;
        }
        int index = Integer.parseInt(numbered.group(2)) - 1;
        String name =
                switch (numbered.group(1)) {
                    case "reference" ->
                        index < plan.references().size()
                                ? "follow " + plan.references().get(index).name()
                                : step.name();
                    default ->
                        index < plan.uniques().size()
                                ? numbered.group(1) + " of "
                                        + keyOf(plan.uniques().get(index))
                                        + Objects.requireNonNullElse(numbered.group(3), "")
                                : step.name();
                };
        return new Step(name, step.rows(), step.millis());
    }

    private static String keyOf(UniquePlan unique) {
        return unique.table() + "(" + String.join(", ", unique.columns()) + ")";
    }

    private static PlanPart planPart(PlanFile file) {
        MergePlan plan = file.plan();
        return new PlanPart(
                file.path().toString(),
                file.hash(),
                plan.plannedAt(),
                plan.product(),
                plan.server().url(),
                plan.target(),
                word(plan.fingerprint()),
                plan.execution());
    }

    private static SourcePart sourcePart(MergePlan plan, SourcePlan source) {
        List<TablePlan> tables = plan.tables().stream()
                .filter(table -> table.rowsOf(source.number()) != null)
                .toList();
        return new SourcePart(
                source.number(),
                source.alias(),
                source.database(),
                tables.stream()
                        .mapToLong(table -> rowsOf(table, source).total())
                        .sum(),
                tables.stream()
                        .filter(table -> table.copiedFrom(source.number()))
                        .mapToLong(table -> rowsOf(table, source).copied())
                        .sum());
    }

    private static SourceRows rowsOf(TablePlan table, SourcePlan source) {
        SourceRows rows = table.rowsOf(source.number());
        if (rows == null) {
            throw new IllegalArgumentException(source.alias() + " has no table " + table.name());
        }
        return rows;
    }

    private static TablePart tablePart(MergePlan plan, TablePlan table, RunRecord run) {
        List<Copy> copies = run.copies().stream()
                .filter(copy -> copy.table().equals(table.name()))
                .toList();
        long copied = copies.stream().mapToLong(Copy::rows).sum();
        long millis = copies.stream().mapToLong(Copy::millis).sum();
        return new TablePart(
                table.name(),
                word(table.tableClass()),
                plan.domains().stream()
                        .filter(domain -> domain.roots().stream()
                                .anyMatch(root -> root.table().equals(table.name())))
                        .map(domain -> word(domain.mode()))
                        .distinct()
                        .toList(),
                table.where(),
                table.copied(),
                copied,
                millis / MILLIS_PER_SECOND,
                millis == 0 ? null : Math.round(copied * MILLIS_PER_SECOND / millis),
                table.rows().stream()
                        .map(rows -> new TableSourcePart(
                                alias(plan, rows.source()),
                                rows.total(),
                                table.copiedFrom(rows.source()) ? rows.copied() : 0,
                                copies.stream()
                                        .filter(copy -> copy.source() == rows.source())
                                        .mapToLong(Copy::rows)
                                        .sum(),
                                rows.print()))
                        .toList());
    }

    private static String alias(MergePlan plan, int source) {
        return plan.sources().get(source - 1).alias();
    }

    private static IdPart idPart(MergePlan plan, IdDomain domain) {
        return new IdPart(
                domain.name(),
                domain.roots().stream().map(IdDomain.ColumnName::toString).toList(),
                word(domain.mode()),
                domain.why(),
                domain.sources().stream()
                        .map(source -> idSourcePart(plan, domain, source))
                        .toList());
    }

    private static IdSourcePart idSourcePart(MergePlan plan, IdDomain domain, SourceIds source) {
        boolean any = source.least() <= source.greatest();
        return new IdSourcePart(
                alias(plan, source.source()),
                source.ids(),
                any ? source.least() : 0,
                any ? source.greatest() : 0,
                source.shift(),
                source.freshFrom(),
                source.mapped() ? domain.mapTable() : null);
    }

    private static ReferencePart referencePart(ReferencePlan reference) {
        return new ReferencePart(
                reference.name(),
                reference.declared(),
                reference.orphanRows().stream().mapToLong(Long::longValue).sum(),
                word(reference.orphans()),
                word(reference.whenLeftOut()));
    }

    private static UniquePart uniquePart(UniquePlan unique, List<Rename> first) {
        return new UniquePart(
                keyOf(unique), word(unique.onClash()), unique.clashes(), unique.renames(), unique.renamesFile(), first);
    }

    private static CheckPart checkPart(MergePlan plan, Check check) {
        return new CheckPart(check.source() == 0 ? null : alias(plan, check.source()), check);
    }

    /** As merge.yaml writes it. */
    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> failures(MergePlan plan, RunRecord run) {
        List<String> failures = new ArrayList<>();
        plan.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .collect(Collectors.groupingBy(Finding::code, Collectors.counting()))
                .forEach((code, number) -> failures.add("the plan has errors of code " + code + ": " + number));
        if (run.state().equals(RunRecord.NOT_BEGUN.state())) {
            failures.add("the plan was not carried out yet");
        } else if (!run.state().equals(RunRecord.FINISHED)) {
            failures.add("the run is not finished: run it again, it continues");
        } else if (run.checks().isEmpty()) {
            failures.add("the target was not verified yet");
        }
        run.checks().stream()
                .filter(check -> !check.fine())
                .forEach(check -> failures.add("table " + check.table()
                        + (check.source() == 0 ? "" : " from " + alias(plan, check.source())) + " is not as planned"));
        failures.addAll(run.faults());
        return List.copyOf(failures);
    }

    /** Whether the target may be used: it was planned without errors, made as planned, and verified. */
    @JsonProperty
    public boolean fine() {
        return failures.isEmpty();
    }
}
