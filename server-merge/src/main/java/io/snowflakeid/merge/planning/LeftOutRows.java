package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.Draft.Found;
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

    private static final String FOLLOWS = "refer to what is left out or is not there: ";

    // ------------------------------------------------------------------------------------------------------ orphans

    /** The reference with the numbers of those that the sources have. */
    ReferencePlan withOrphans(ReferencePlan reference) throws SQLException {
        TablePlan table = draft.plan.table(reference.table());
        List<Long> counts = new ArrayList<>();
        for (SourcePlan source : draft.plan.sources()) {
            boolean looked = table.copiedFrom(source.number())
                    && draft.plan.table(reference.parent()).tableClass() != TableClass.SKIP;
            counts.add(looked ? orphans(reference, table, source) : 0L);
        }
        return reference.withOrphans(counts);
    }

    private long orphans(ReferencePlan reference, TablePlan table, SourcePlan source) throws SQLException {
        Survival survival = draft.survival();
        List<String> conditions = orphan(survival, reference, source);
        if (table.where() != null) {
            conditions.add("(" + survival.condition(table.where(), source) + ")");
        }
        Found found = draft.find(source, table, reference.columns(), draft.rows(table, source, conditions));
        if (found.count() > 0) {
            boolean refused = reference.orphans() == Orphans.FAIL;
            draft.findings.add(new Finding(
                    refused ? Severity.ERROR : Severity.WARNING,
                    FindingCode.ORPHANS,
                    source.alias() + "." + reference.name(),
                    found.count() + " rows refer to a row that is not there"
                            + (refused
                                    ? ": correct the source, or list the reference with orphans: drop, clear or keep, or"
                                            + " with the value that stands for none"
                                    : "; asked for: " + MergeConfig.word(reference.orphans())),
                    found.count(),
                    found.samples()));
        }
        return found.count();
    }

    private static List<String> orphan(Survival survival, ReferencePlan reference, SourcePlan source) {
        return new ArrayList<>(
                List.of(survival.active(reference, source), "NOT " + survival.parentExists(reference, source)));
    }

    /** Where orphans are kept, with the number of those that the target will have. */
    ReferencePlan withKeptOrphans(ReferencePlan reference) throws SQLException {
        List<Long> counts = new ArrayList<>(reference.orphanRows());
        for (SourcePlan source : draft.plan.sources()) {
            int place = source.number() - 1;
            if (reference.orphans() == Orphans.KEEP && counts.get(place) > 0) {
                Survival survival = draft.survival();
                List<String> conditions = orphan(survival, reference, source);
                survival.broughtByOthers(reference, source).forEach(way -> conditions.add("NOT " + way));
                TablePlan table = draft.plan.table(reference.table());
                counts.set(place, draft.count(source, draft.going(table, source, conditions)));
            }
        }
        return reference.withOrphans(counts);
    }

    // ----------------------------------------------------------------------------------------------------- left out

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
                                + " rows give way to a row of an earlier source that is left out itself, since it refers"
                                + " to a later source's row that is left out: say when-left-out: clear for a reference between"
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
