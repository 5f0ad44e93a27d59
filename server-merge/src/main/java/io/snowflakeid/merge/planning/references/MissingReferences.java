package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.PlanCheck;
import io.snowflakeid.merge.planning.references.ReferenceCandidates.Contained;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks for columns that hold another table's ids, found by name and confirmed by the rows, and are listed nowhere: a merge would leave
 * their values as they are, and they would lead to other servers' rows, or to none. A plan reports those that are named after the table.
 */
public final class MissingReferences extends PlanCheck {

    public MissingReferences(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    @Override
    public void look() throws SQLException {
        ReferenceCandidates candidates = new ReferenceCandidates(game, draft.tables(), draft.references());
        for (ColumnName column : candidates.columns()) {
            candidates.confirmed(column, candidates.byTable(column)).stream()
                    .filter(contained -> !mayBeFlag(contained))
                    .findFirst()
                    .ifPresent(this::report);
        }
    }

    /** {@code houses.guild} of type TINYINT may say whether there is one. */
    private boolean mayBeFlag(Contained contained) {
        ColumnName column = contained.column();
        Long greatest = game.mainTable(column.table()).column(column.column()).maximum();
        return contained.values() < 3L * draft.sources().size() && greatest != null && greatest <= 255;
    }

    /** Ids that the operator says to mean the same on all servers stay right wherever they stand. */
    private void report(Contained contained) {
        ColumnName parent = contained.parent();
        if (game.configOf(parent.table()).ids() != IdPolicy.STATIC) {
            findings.error(
                    FindingCode.REFERENCE_MISSING,
                    contained.column() + " -> " + parent,
                    contained + " are ids of " + parent
                            + ", after which it is named, but no reference says so, and in the target its rows may lead to"
                            + " others': add to references: " + contained.line()
                            + " (the command suggest prints all such lines); if its ids mean the same on all servers, write ids:"
                            + " static for " + parent.table() + "; if it is something else, accept this",
                    contained.values(),
                    List.of());
        }
    }

    /** Lines of merge.yaml, ready to be pasted, for all references that are not listed: in the order of names. */
    public static List<String> suggest(
            Game game, List<TablePlan> tables, List<ReferencePlan> listed, MergeProgress.Listener progress)
            throws SQLException {
        ReferenceCandidates candidates = new ReferenceCandidates(game, tables, listed);
        List<ColumnName> columns = candidates.columns();
        Map<ColumnName, ColumnName> found = new LinkedHashMap<>();
        Map<String, String> lines = new TreeMap<>();
        for (ColumnName column : columns) {
            progress.progressed(new MergeProgress("look at columns", columns.indexOf(column), columns.size()));
            List<Contained> named = candidates.confirmed(column, candidates.byTable(column));
            add(named.isEmpty() ? candidates.confirmed(column, candidates.byKey(column)) : named, found, lines);
        }
        Map<ColumnName, ColumnName> byName = new LinkedHashMap<>(found);
        for (ColumnName column : columns) {
            if (!byName.containsKey(column)) {
                add(candidates.confirmed(column, candidates.bySameName(column, byName)), found, lines);
            }
        }
        return List.copyOf(lines.values());
    }

    /** The first that contains the column's values; others that do so, too, are named behind it. */
    private static void add(List<Contained> fitting, Map<ColumnName, ColumnName> found, Map<String, String> lines) {
        for (Contained each : fitting) {
            found.putIfAbsent(each.column(), each.parent());
            lines.merge(
                    each.column().toString(),
                    "  " + each.line() + "   # " + each,
                    (line, other) -> line + ", or to " + each.parent());
        }
    }
}
