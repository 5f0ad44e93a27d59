package io.snowflakeid.merge.planning.ids;

import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns that hold the same kind of id, because one refers to the other; a union-find. */
final class ColumnGroups {

    private final Map<ColumnName, ColumnName> leaders = new LinkedHashMap<>();

    void add(ColumnName column) {
        leaders.putIfAbsent(column, column);
    }

    void join(ColumnName one, ColumnName other) {
        add(one);
        add(other);
        leaders.put(leader(one), leader(other));
    }

    private ColumnName leader(ColumnName column) {
        ColumnName next = leaders.get(column);
        return next == null || next.equals(column) ? column : leader(next);
    }

    /** Each group with its columns, in the order in which they were added. */
    Collection<List<ColumnName>> groups() {
        Map<ColumnName, List<ColumnName>> groups = new LinkedHashMap<>();
        for (ColumnName column : leaders.keySet()) {
            groups.computeIfAbsent(leader(column), leader -> new ArrayList<>()).add(column);
        }
        return groups.values();
    }
}
