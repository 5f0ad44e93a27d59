package io.snowflakeid.merge.planning.references;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.references.IdContainment.Contained;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lines of merge.yaml for references that it does not list: found by name, each confirmed by the rows. */
public final class ReferenceSuggestions {

    private final NamedReferences named;
    private final IdContainment containment;
    private final MergeProgress.Listener progress;

    /** By the column that refers. */
    private final Map<ColumnName, ColumnName> found = new LinkedHashMap<>();

    private final Map<String, String> lines = new TreeMap<>();

    public ReferenceSuggestions(
            Game game, List<TablePlan> tables, List<ReferencePlan> listed, MergeProgress.Listener progress) {
        named = new NamedReferences(game, tables, listed);
        containment = new IdContainment(game, listed);
        this.progress = progress;
    }

    /** In the order of names, ready to be pasted. */
    public List<String> lines() throws SQLException {
        List<ColumnName> columns = named.columns();
        int looked = 0;
        for (ColumnName column : columns) {
            progress.progressed(new MergeProgress("look at columns", looked++, columns.size()));
            if (!suggest(column, named.byTable(column))) {
                suggest(column, named.byKey(column));
            }
        }
        Map<ColumnName, ColumnName> byName = new LinkedHashMap<>(found);
        for (ColumnName column : columns) {
            if (!byName.containsKey(column)) {
                suggest(column, named.bySameName(column, byName));
            }
        }
        return List.copyOf(lines.values());
    }

    /** The first that contains the column's values; others that do so, too, are named behind it. */
    private boolean suggest(ColumnName column, List<ColumnName> parents) throws SQLException {
        List<ColumnName> fitting = new ArrayList<>();
        String line = "";
        for (ColumnName parent : parents) {
            Contained contained = containment.of(column, parent);
            if (contained.isReference()) {
                line = fitting.isEmpty() ? contained.line() + "   # " + contained : line + ", or to " + parent;
                fitting.add(parent);
            }
        }
        if (fitting.isEmpty()) {
            return false;
        }
        found.put(column, fitting.get(0));
        lines.put(column.toString(), "  " + line);
        return true;
    }
}
