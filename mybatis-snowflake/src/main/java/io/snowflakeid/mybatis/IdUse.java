package io.snowflakeid.mybatis;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a statement uses any of the ids that were made for it. */
final class IdUse {

    private final RowTypes types;
    private final Refusal refusal;
    private final List<Row> assigned;
    private @Nullable Set<Object> beans;
    private boolean found;

    IdUse(RowTypes types, Refusal refusal, List<Row> assigned) {
        this.types = types;
        this.refusal = refusal;
        this.assigned = assigned;
    }

    /** The id of this owner is bound. */
    void note(Object owner) {
        if (!found) {
            found = isAssigned(owner);
        }
    }

    private boolean isAssigned(Object value) {
        if (assigned.size() == 1) {
            return assigned.get(0).bean() == value;
        }
        if (beans == null) {
            beans = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Row row : assigned) {
                beans.add(row.bean());
            }
        }
        return beans.contains(value);
    }

    /**
     * True if an id was noted; or, as ids take other ways as well, if one is in the text of the statement, in a value that a
     * {@code <bind>}, a getter or a copy of the row supplies, or in an object that is bound as a whole.
     */
    boolean isFoundIn(BoundParameters bound) {
        if (found) {
            return true;
        }
        List<Object> values = bound.values();
        for (Row row : assigned) {
            String id = String.valueOf(row.id().get(row.bean()));
            if (bound.sqlContains(id) || values.stream().anyMatch(value -> mayHold(value, id))) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHold(Object value, String id) {
        return holdsRow(value) || value.toString().contains(id);
    }

    private boolean holdsRow(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(this::isOrContainsRow);
        }
        return isOrContainsRow(value)
                || types.of(value.getClass()).valuesThatMayHoldRows(value).values().stream()
                        .anyMatch(this::isOrContainsRow);
    }

    private boolean isOrContainsRow(@Nullable Object value) {
        return value != null
                && Elements.of(value, types, refusal).values().stream()
                        .anyMatch(element -> element != null && isAssigned(element));
    }
}
