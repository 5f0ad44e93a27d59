package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
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

/** What a plan says of rows that are left out. */
record LeftOutRows(Draft draft) {

    private static final String FOLLOWS = "refer to what is left out or is not there: ";

    void refuseWithoutKey(List<String> tables) {
        for (String table : tables) {
            draft.findings.error(
                    FindingCode.LEFT_OUT_WITHOUT_KEY,
                    table,
                    "rows of this table are left out, and no key tells its rows apart, as other tables refer to it or keep-first compares it:"
                            + " give it a primary key on the sources, or do not leave out any of its rows");
        }
    }

    void refuseCircles() throws SQLException {
        LeftOutSets made = new LeftOutSets(draft.plan, draft.dialect, AuditNames.LEFT_OUT);
        for (UniquePlan unique : draft.plan.uniques()) {
            long circles = draft.sessions.with(session -> made.giveWayToNone(session, unique));
            if (circles > 0) {
                draft.findings.error(
                        FindingCode.LEFT_OUT_IN_CIRCLE,
                        unique.table(),
                        circles
                                + " rows give way to a row of an earlier source that is left out itself, since what it refers to"
                                + " gives way to a row of a later source: say when-left-out: clear for a reference between"
                                + " these tables, or references: follow for the key",
                        circles,
                        List.of());
            }
        }
    }

    // ------------------------------------------------------------------------------------------------------- counts

    /** Says how many rows of each table are left out, and why: a warning of those that follow others, whose number was not asked for. */
    void count() throws SQLException {
        for (TablePlan table : draft.plan.tables()) {
            Map<String, Long> reasons = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long all = 0;
            long left = 0;
            for (SourceRows rows : table.rows()) {
                if (table.copiedFrom(rows.source())) {
                    all += rows.total();
                    long out = rows.total() - rows.copied();
                    if (out > 0) {
                        SourcePlan source = draft.plan.source(rows.source());
                        left += out;
                        perSource.add(source.alias() + " " + out + " of " + rows.total());
                        count(table, source, reasons);
                    }
                }
            }
            if (left > 0) {
                String message = left + " of " + all + " rows are left out (" + String.join(", ", perSource) + "): ";
                report(table, left, message, reasons);
            }
        }
    }

    /** Adds each row under all of its reasons. */
    private void count(TablePlan table, SourcePlan source, Map<String, Long> reasons) throws SQLException {
        Survival survival = draft.survival();
        Map<String, String> conditions = new LinkedHashMap<>();
        for (Condition own : survival.own(table, source)) {
            ReferencePlan reference = own.reference();
            String left = "NOT COALESCE(" + own.sql() + ", FALSE)";
            conditions.merge(
                    reference == null ? "do not fulfil its where" : FOLLOWS + reference.name(),
                    left,
                    (one, other) -> one + " OR " + other);
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

    private void report(TablePlan table, long left, String message, Map<String, Long> reasons) {
        boolean follow = reasons.keySet().stream().anyMatch(reason -> reason.startsWith(FOLLOWS));
        String because = Sql.join("; ", reasons.entrySet(), reason -> reason.getValue() + " " + reason.getKey());
        draft.findings.add(new Finding(
                follow ? Severity.WARNING : Severity.NOTE,
                FindingCode.LEFT_OUT,
                table.name(),
                message + because + (follow ? "; what should stay without them wants when-left-out: clear" : ""),
                left,
                List.of()));
    }
}
