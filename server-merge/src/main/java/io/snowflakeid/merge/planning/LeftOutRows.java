package io.snowflakeid.merge.planning;

import static java.util.Objects.requireNonNull;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.LeftOutSets;
import io.snowflakeid.merge.rows.RowRetention;
import io.snowflakeid.merge.rows.RowRetention.Condition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports rows that refer to a missing row, and rows that are left out. */
record LeftOutRows(Draft draft) {

    /** Counts the rows of each source that refer to a missing row, and returns the reference with the counts. */
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
            conditions.add("(" + draft.retention().condition(table.where(), source) + ")");
        }
        Found found = draft.find(source, table, reference.columns(), draft.rows(table, source, conditions));
        boolean refused = reference.orphans() == Orphans.FAIL;
        FindingCode code = refused ? FindingCode.ORPHANS : FindingCode.RESOLVED;
        String expected = refused ? "" : ", as orphans: " + MergeConfig.word(reference.orphans()) + " expects";
        String what = found.count() + " rows refer to a row that is not there" + expected;
        draft.findings.add(code, subject(reference, source), what, found);
        return found.count();
    }

    private static String subject(ReferencePlan reference, SourcePlan source) {
        return source.alias() + "." + reference.name();
    }

    private List<String> orphan(ReferencePlan reference, SourcePlan source) {
        RowRetention retention = draft.retention();
        return new ArrayList<>(
                List.of(retention.active(reference, source), "NOT " + retention.parentExists(reference, source)));
    }

    /** Counts the orphans that the target will contain, and reports orphans that need a new id. */
    ReferencePlan withKeptOrphans(ReferencePlan reference) throws SQLException {
        boolean kept = reference.orphans() == Orphans.KEEP;
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            long before = reference.orphanRows().get(source.number() - 1);
            long count = kept && before > 0 ? keptOrphans(reference, source) : before;
            counts.add(count);
            if ((kept || reference.orphans() == Orphans.FAIL) && getsFreshIds(reference)) {
                String what = "rows refer to a row that is not there, so there is no fresh id for it";
                draft.findings.add(FindingCode.ID_UNKNOWN, subject(reference, source), what, Found.of(count));
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
        draft.retention().broughtByOthers(reference, source).forEach(way -> conditions.add("NOT " + way));
        return draft.count(source, draft.going(draft.plan.table(reference.table()), source, conditions));
    }

    boolean refuseWithoutKey(List<String> tables) {
        String what = "rows of this table are left out, and it has no key by which others could know which";
        tables.forEach(table -> draft.findings.add(FindingCode.LEFT_OUT_WITHOUT_KEY, table, what));
        return !tables.isEmpty();
    }

    void refuseCircles(LeftOutSets sets) throws SQLException {
        for (UniquePlan unique : draft.plan.uniques()) {
            long circles = draft.sessions.with(session -> sets.giveWayToNone(session, unique));
            String what = circles + " rows give way to a row of an earlier source that is left out itself";
            draft.findings.add(FindingCode.LEFT_OUT_IN_CIRCLE, unique.table(), what, Found.of(circles));
        }
    }

    /** Reports the number of left-out rows for each table and for each reason. */
    void count() throws SQLException {
        for (TablePlan table : draft.plan.tables()) {
            Map<String, Long> reasons = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long left = 0;
            for (SourcePlan source : draft.plan.sourcesOf(table)) {
                left += count(table, source, perSource, reasons);
            }
            String why = Sql.join("; ", reasons.entrySet(), reason -> reason.getValue() + " " + reason.getKey());
            String what = "%d rows are left out (%s), of which %s".formatted(left, String.join(", ", perSource), why);
            draft.findings.add(FindingCode.LEFT_OUT, table.name(), what, Found.of(left));
        }
    }

    private long count(TablePlan table, SourcePlan source, List<String> perSource, Map<String, Long> reasons)
            throws SQLException {
        SourceRows rows = requireNonNull(table.rowsOf(source.number()));
        long out = rows.total() - rows.copied();
        if (out > 0) {
            perSource.add(source.alias() + " " + out + " of " + rows.total());
            for (Map.Entry<String, String> reason : reasons(table, source).entrySet()) {
                long number = draft.count(source, draft.rows(table, source, List.of(reason.getValue())));
                reasons.merge(reason.getKey(), number, Long::sum);
            }
            reasons.values().removeIf(number -> number == 0);
        }
        return out;
    }

    /** Returns the possible reasons for left-out rows, and the SQL condition for each reason. */
    private Map<String, String> reasons(TablePlan table, SourcePlan source) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Condition own : draft.retention().own(table, source)) {
            String lacks = own.orphan() ? "is not there: " : "is left out: ";
            String reason = own.reference() == null
                    ? "do not fulfil its where"
                    : "refer to a row that " + lacks + own.reference().name();
            reasons.put(reason, "NOT COALESCE(" + own.sql() + ", FALSE)");
        }
        LeftOutSet set = draft.plan.leftOut(table.name(), source).orElse(null);
        UniquePlan unique = KeepFirst.keyOf(draft.plan, table).orElse(null);
        if (set != null && unique != null) {
            String reason = "give way to a row with the same " + String.join(", ", unique.columns());
            reasons.put(reason, draft.retention().givesWay(set));
        }
        return reasons;
    }
}
