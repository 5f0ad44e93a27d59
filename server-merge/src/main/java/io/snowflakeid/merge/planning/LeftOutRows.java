package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.planning.LeavingReasons.Reason;
import io.snowflakeid.merge.sql.SourceTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says how many rows of each table stay behind, and why: what nobody asked for row by row is to be seen before the night.
 *
 * <p>What a where leaves behind was asked for, and so was what nobody else needs and follows by a reference, such as a player's
 * items: that is a note. It is worth a look where rows take others along in turn, as a guild does whose leader stays behind.
 */
final class LeftOutRows extends PlanCheck {

    LeftOutRows(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        List<LeftOut> found = new ArrayList<>();
        for (TablePlan table : draft.tables()) {
            Map<Reason, Long> reasons = new LinkedHashMap<>();
            List<String> perSource = new ArrayList<>();
            long all = 0;
            long left = 0;
            for (SourcePlan source : draft.sources()) {
                SourceRows rows = table.rowsOf(source.number());
                if (rows != null && table.copiedFrom(source.number())) {
                    all += rows.total();
                    if (rows.copied() < rows.total()) {
                        left += rows.total() - rows.copied();
                        perSource.add(source.alias() + " " + (rows.total() - rows.copied()) + " of " + rows.total());
                        count(table, source).forEach((reason, number) -> reasons.merge(reason, number, Long::sum));
                    }
                }
            }
            if (left > 0) {
                found.add(new LeftOut(table, left, all, reasons, perSource));
            }
        }
        Set<String> asked = askedForByWhere(found);
        Set<String> followed = followed(found);
        for (LeftOut left : found) {
            String table = left.table().name();
            report(left, left.follows() && (!asked.contains(table) || followed.contains(table)));
        }
    }

    /** What stays behind of a table, on all sources together, and on each. */
    private record LeftOut(TablePlan table, long rows, long all, Map<Reason, Long> reasons, List<String> perSource) {

        boolean follows() {
            return reasons.keySet().stream().anyMatch(Reason::follows);
        }
    }

    /** Each row under its first reason. */
    private Map<Reason, Long> count(TablePlan table, SourcePlan source) throws SQLException {
        LeavingReasons reasons = new LeavingReasons(draft, dialect, table, source);
        String sql = "SELECT reason, COUNT(*) FROM (SELECT " + reasons.number() + " AS reason FROM "
                + SourceTable.rows(dialect, table, source, "s") + ") c WHERE reason <> " + LeavingReasons.NONE
                + " GROUP BY reason ORDER BY reason";
        Map<Reason, Long> named = new LinkedHashMap<>();
        // one reason for the rivals of several sources
        for (List<@Nullable String> row : game.rows(source, sql)) {
            Reason reason = reasons.reason(Integer.parseInt(String.valueOf(row.get(0))));
            named.merge(reason, Long.valueOf(String.valueOf(row.get(1))), Long::sum);
        }
        return named;
    }

    private void report(LeftOut left, boolean worthALook) {
        findings.add(new Finding(
                worthALook ? Finding.Severity.WARNING : Finding.Severity.NOTE,
                FindingCode.LEFT_OUT,
                left.table().name(),
                left.rows() + " of " + left.all() + " rows stay behind (" + String.join(", ", left.perSource()) + "): "
                        + LeavingReasons.told(left.reasons())
                        + (left.follows() ? "; what should stay without them wants when-left-out: clear" : ""),
                left.rows(),
                List.of()));
    }

    /** Tables of which rows stay behind for the sake of a where alone: their own, or one that they follow by references. */
    private static Set<String> askedForByWhere(Collection<LeftOut> found) {
        Set<String> asked = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (LeftOut left : found) {
                boolean byWhere = left.reasons().keySet().stream()
                        .allMatch(reason -> reason.equals(Reason.WHERE)
                                || (reason.reference() != null
                                        && asked.contains(reason.reference().parent())));
                more |= byWhere && asked.add(left.table().name());
            }
        }
        return asked;
    }

    /** Tables without whose rows others' stay behind, or lose what they refer to. */
    private Set<String> followed(Collection<LeftOut> found) {
        Set<String> followed = new HashSet<>();
        for (LeftOut left : found) {
            for (Reason reason : left.reasons().keySet()) {
                if (reason.reference() != null) {
                    followed.add(reason.reference().parent());
                }
            }
        }
        draft.references().stream()
                .filter(reference -> reference.whenLeftOut() == WhenLeftOut.CLEAR)
                .forEach(reference -> followed.add(reference.parent()));
        return followed;
    }
}
