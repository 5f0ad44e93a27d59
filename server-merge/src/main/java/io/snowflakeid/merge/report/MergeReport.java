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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A merge from its plan to its verification. The component names are those of {@code report.json}, from which the page is made.
 * Times are in UTC.
 *
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

    /** Puts together what is known; renames are the first ones, by the number of their {@link UniquePlan}. */
    public static MergeReport of(PlanFile file, RunRecord run, Map<Integer, List<Rename>> renames, String writtenAt) {
        MergePlan plan = file.plan();
        Predicate<Finding> accepted = finding -> finding.severity() == Severity.ACCEPTED;
        return new MergeReport(
                VERSION,
                writtenAt,
                PlanPart.of(file),
                plan.sources().stream()
                        .map(source -> SourcePart.of(plan, source))
                        .toList(),
                RunPart.of(plan, run),
                plan.tables().stream()
                        .map(table -> TablePart.of(plan, table, run))
                        .toList(),
                plan.domains().stream().map(domain -> IdPart.of(plan, domain)).toList(),
                plan.references().stream().map(ReferencePart::of).toList(),
                plan.uniques().stream()
                        .map(unique -> UniquePart.of(unique, renames.getOrDefault(unique.number(), List.of())))
                        .toList(),
                plan.findings().stream().filter(accepted.negate()).toList(),
                plan.findings().stream().filter(accepted).toList(),
                run.checks().stream()
                        .map(check -> new CheckPart(check.source() == 0 ? null : alias(plan, check.source()), check))
                        .toList(),
                plan.notProved(),
                failures(plan, run));
    }

    private static String alias(MergePlan plan, int source) {
        return plan.sources().get(source - 1).alias();
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

    /** What was planned, and where the plan lies. */
    public record PlanPart(
            String file,
            String hash,
            String plannedAt,
            String product,
            String url,
            String target,
            String fingerprint,
            ExecutionConfig execution) {

        private static PlanPart of(PlanFile file) {
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
    }

    /** How many rows a source has in the tables of the plan, and how many of them the target gets. */
    public record SourcePart(int number, String alias, String database, long rows, long copied) {

        private static SourcePart of(MergePlan plan, SourcePlan source) {
            int number = source.number();
            long rows = 0;
            long copied = 0;
            for (TablePlan table : plan.tables()) {
                SourceRows there = table.rowsOf(number);
                rows += there == null ? 0 : there.total();
                copied += there == null ? 0 : planned(table, there);
            }
            return new SourcePart(number, source.alias(), source.database(), rows, copied);
        }
    }

    private static long planned(TablePlan table, SourceRows rows) {
        return table.copiedFrom(rows.source()) ? rows.copied() : 0;
    }

    /** How far the run is: the rows that were copied, and all steps that are done. */
    public record RunPart(
            String state,
            @Nullable String program,
            @Nullable String startedAt,
            @Nullable String finishedAt,
            long rows,
            List<Step> steps) {

        private static RunPart of(MergePlan plan, RunRecord run) {
            return new RunPart(
                    run.state(),
                    run.program(),
                    run.startedAt(),
                    run.finishedAt(),
                    run.copies().stream().mapToLong(Copy::rows).sum(),
                    run.steps().stream().map(step -> named(plan, step)).toList());
        }

        /** The run numbers what has a long name. */
        private static Step named(MergePlan plan, Step step) {
            Matcher numbered = NUMBERED_STEP.matcher(step.name());
            if (!numbered.matches()) {
                return step;
            }
            int index = Integer.parseInt(numbered.group(2)) - 1;
            String name = numbered.group(1).equals("reference")
                    ? "follow " + plan.references().get(index).name()
                    : numbered.group(1) + " of " + UniquePart.key(plan.uniques().get(index))
                            + Objects.requireNonNullElse(numbered.group(3), "");
            return new Step(name, step.rows(), step.millis());
        }
    }

    /** A table; the modes are those of its own ids, the seconds what all writers took together, the rate that of one. */
    public record TablePart(
            String name,
            String tableClass,
            List<String> modes,
            @Nullable String where,
            long planned,
            long copied,
            double seconds,
            @Nullable Long rowsPerSecond,
            List<TableSourcePart> sources) {

        private static TablePart of(MergePlan plan, TablePlan table, RunRecord run) {
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
                                    MergeReport.planned(table, rows),
                                    copies.stream()
                                            .filter(copy -> copy.source() == rows.source())
                                            .mapToLong(Copy::rows)
                                            .sum(),
                                    rows.print()))
                            .toList());
        }
    }

    /** How many rows a source has of a table, how many the target gets, and how many it has got. */
    public record TableSourcePart(String alias, long rows, long planned, long copied, TablePrint fingerprint) {}

    /** Ids that are moved together. */
    public record IdPart(String name, List<String> columns, String mode, String why, List<IdSourcePart> sources) {

        private static IdPart of(MergePlan plan, IdDomain domain) {
            return new IdPart(
                    domain.name(),
                    domain.roots().stream().map(IdDomain.ColumnName::toString).toList(),
                    word(domain.mode()),
                    domain.why(),
                    domain.sources().stream()
                            .map(source -> IdSourcePart.of(alias(plan, source.source()), domain, source))
                            .toList());
        }
    }

    /** A source's ids; least and greatest are 0 without any, and so is the first fresh id. */
    public record IdSourcePart(
            String alias,
            long ids,
            long least,
            long greatest,
            long shift,
            long freshFrom,
            @Nullable String mapTable) {

        private static IdSourcePart of(String alias, IdDomain domain, SourceIds source) {
            boolean any = source.least() <= source.greatest();
            return new IdSourcePart(
                    alias,
                    source.ids(),
                    any ? source.least() : 0,
                    any ? source.greatest() : 0,
                    source.shift(),
                    source.freshFrom(),
                    source.mapped() ? domain.mapTable() : null);
        }
    }

    /** Columns that lead to another table's rows, and how many lead to nothing. */
    public record ReferencePart(String name, boolean declared, long orphans, String orphanRule, String leftOutRule) {

        private static ReferencePart of(ReferencePlan reference) {
            return new ReferencePart(
                    reference.name(),
                    reference.declared(),
                    reference.orphanRows().stream().mapToLong(Long::longValue).sum(),
                    word(reference.orphans()),
                    word(reference.whenLeftOut()));
        }
    }

    /** Unique values; the file beside the plan lists all renames. */
    public record UniquePart(
            String key,
            String onClash,
            long clashes,
            long renames,
            @Nullable String file,
            List<Rename> first) {

        private static UniquePart of(UniquePlan unique, List<Rename> first) {
            return new UniquePart(
                    key(unique),
                    word(unique.onClash()),
                    unique.clashes(),
                    unique.renames(),
                    unique.renamesFile(),
                    first);
        }

        private static String key(UniquePlan unique) {
            return unique.table() + "(" + String.join(", ", unique.columns()) + ")";
        }
    }

    /** A comparison; the alias is null for all sources together. */
    public record CheckPart(@Nullable String alias, Check check) {}
}
