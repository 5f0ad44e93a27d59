package io.snowflakeid.merge.planning;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.rows.Survival.Condition;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a plan says of rows that refer to nothing, and of rows that are left out. */
record LeftOutRows(Draft draft) {

    // ------------------------------------------------------------------------------------------------------ orphans

    /** The reference with the numbers of those that the sources have. */
    ReferencePlan withOrphans(ReferencePlan reference) throws SQLException {
        TablePlan table = draft.plan.table(reference.table());
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            counts.add(table.copiedFrom(source.number()) ? orphans(reference, table, source) : 0L);
        }
        return reference.withOrphans(counts);
    }

    private long orphans(ReferencePlan reference, TablePlan table, SourcePlan source) throws SQLException {
        List<String> conditions = orphan(reference, source);
        if (table.where() != null) {
            conditions.add("(" + draft.survival().condition(table.where(), source) + ")");
        }
        Found found = draft.find(source, table, reference.columns(), draft.rows(table, source, conditions));
        if (found.count() > 0) {
            boolean refused = reference.orphans() == Orphans.FAIL;
            String expected = refused ? "" : ", as orphans: " + MergeConfig.word(reference.orphans()) + " expects";
            draft.findings.add(
                    refused ? FindingCode.ORPHANS : FindingCode.RESOLVED,
                    source.alias() + "." + reference.name(),
                    found.count() + " rows refer to a row that is not there" + expected,
                    found);
        }
        return found.count();
    }

    private List<String> orphan(ReferencePlan reference, SourcePlan source) {
        Survival survival = draft.survival();
        return new ArrayList<>(
                List.of(survival.active(reference, source), "NOT " + survival.parentExists(reference, source)));
    }

    /** Where orphans are kept, with the number of those that the target will have; no fresh id can be had for one. */
    ReferencePlan withKeptOrphans(ReferencePlan reference) throws SQLException {
        boolean kept = reference.orphans() == Orphans.KEEP;
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            long before = reference.orphanRows().get(source.number() - 1);
            long count = kept && before > 0 ? keptOrphans(reference, source) : before;
            counts.add(count);
            if (count > 0 && (kept || reference.orphans() == Orphans.FAIL) && getsFreshIds(reference)) {
                String what = "rows refer to a row that is not there, so there is no fresh id for it";
                String subject = source.alias() + "." + reference.name();
                draft.findings.add(FindingCode.ID_UNKNOWN, subject, what, Found.of(count));
            }
        }
        return reference.withOrphans(counts);
    }

    private boolean getsFreshIds(ReferencePlan reference) {
        return reference.links().stream()
                .flatMap(link -> draft.domains(link.parent()))
                .anyMatch(domain -> domain.mode() == IdMode.MAP);
    }

    private long keptOrphans(ReferencePlan reference, SourcePlan source) throws SQLException {
        List<String> conditions = orphan(reference, source);
        draft.survival().broughtByOthers(reference, source).forEach(way -> conditions.add("NOT " + way));
        return draft.count(source, draft.going(draft.plan.table(reference.table()), source, conditions));
    }

    // ----------------------------------------------------------------------------------------------------- left out

    void refuseWithoutKey(List<String> tables) {
        String what = "rows of this table are left out, and it has no key by which others could know which";
        tables.forEach(table -> draft.findings.add(FindingCode.LEFT_OUT_WITHOUT_KEY, table, what));
    }

    void refuseCircles() throws SQLException {
        LeftOutSets made = new LeftOutSets(draft.plan, draft.dialect, AuditNames.LEFT_OUT);
        for (UniquePlan unique : draft.plan.uniques()) {
            long circles = draft.sessions.with(session -> made.giveWayToNone(session, unique));
            if (circles > 0) {
                String what = circles + " rows give way to a row of an earlier source that is left out itself";
                draft.findings.add(FindingCode.LEFT_OUT_IN_CIRCLE, unique.table(), what, Found.of(circles));
            }
        }
    }

    // ------------------------------------------------------------------------------------------------------- counts

    /** Says how many rows of each table are left out, and why. */
    void count() throws SQLException {
        for (TablePlan table : draft.plan.tables()) {
            Map<String, Long> reasons = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long left = 0;
            for (SourcePlan source : draft.plan.sourcesOf(table)) {
                SourceRows rows = requireNonNull(table.rowsOf(source.number()));
                long out = rows.total() - rows.copied();
                if (out > 0) {
                    left += out;
                    perSource.add(source.alias() + " " + out + " of " + rows.total());
                    count(table, source, reasons);
                }
            }
            if (left > 0) {
                String why = Sql.join("; ", reasons.entrySet(), reason -> reason.getValue() + " " + reason.getKey());
                String what =
                        "%d rows are left out (%s), of which %s".formatted(left, String.join(", ", perSource), why);
                draft.findings.add(FindingCode.LEFT_OUT, table.name(), what, Found.of(left));
            }
        }
    }

    /** Adds each row under all of its reasons. */
    private void count(TablePlan table, SourcePlan source, Map<String, Long> reasons) throws SQLException {
        Survival survival = draft.survival();
        Map<String, String> conditions = new LinkedHashMap<>();
        for (Condition own : survival.own(table, source)) {
            String reason = own.reference() == null
                    ? "do not fulfil its where"
                    : "refer to what is left out or is not there: "
                            + own.reference().name();
            conditions.merge(reason, "NOT COALESCE(" + own.sql() + ", FALSE)", (one, other) -> one + " OR " + other);
        }
        draft.plan
                .leftOut(table.name(), source)
                .ifPresent(set -> KeepFirst.keyOf(draft.plan, table)
                        .ifPresent(unique -> conditions.put(
                                "give way to a row with the same " + String.join(", ", unique.columns()),
                                survival.givesWay(set))));
        for (Map.Entry<String, String> reason : conditions.entrySet()) {
            long rows = draft.count(source, draft.rows(table, source, List.of(reason.getValue())));
            if (rows > 0) {
                reasons.merge(reason.getKey(), rows, Long::sum);
            }
        }
    }
}
