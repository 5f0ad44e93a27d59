package io.snowflakeid.mybatis;

import io.snowflakeid.mybatis.BoundParameters.Bound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/** Holds the SQL of a call to the ids of its rows: those that it binds are there, and those that were made are used. */
final class BoundIds {

    private final Refusal refusal;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final @Nullable IdProperty mapKey;
    private @Nullable Map<Class<?>, IdProperty> namedIds;
    private @Nullable Set<Object> assignedBeans;

    /**
     * @param assigned those of the rows that got their ids now
     * @param mapKey what keyProperty names of the map that is the whole parameter
     */
    BoundIds(Refusal refusal, List<Row> rows, List<Row> assigned, @Nullable IdProperty mapKey) {
        this.refusal = refusal;
        this.rows = rows;
        this.assigned = assigned;
        this.mapKey = mapKey;
    }

    /**
     * @throws PluginException if an id is bound that is not there, or none of those that were made is used
     */
    void requireThere(BoundParameters bound) {
        boolean used = assigned.isEmpty();
        for (Bound each : bound.properties()) {
            IdProperty id = idOf(each);
            if (id != null && id.isUnset(each.owner())) {
                throw unset(each, id);
            }
            used = used || (id != null && isAssigned(each.owner()));
        }
        if (!used && !isUsedOtherwise(bound)) {
            throw unused(assigned.get(0));
        }
    }

    /** The id that a bound path ends in, or null if it ends in something else. */
    private @Nullable IdProperty idOf(Bound bound) {
        IdProperty marked = RowType.markedIdOf(bound.owner());
        IdProperty id = marked == null ? namedIds().get(typeOf(bound.owner())) : marked;
        return id != null && id.name().equals(bound.property()) ? id : null;
    }

    /** By class, the ids of the rows that only keyProperty names; a reference of another class may have a property of that name. */
    private Map<Class<?>, IdProperty> namedIds() {
        if (namedIds == null) {
            namedIds = new HashMap<>();
            for (Row row : rows) {
                namedIds.putIfAbsent(typeOf(row.bean()), row.id());
            }
            if (mapKey != null) {
                namedIds.put(Map.class, mapKey);
            }
        }
        return namedIds;
    }

    private static Class<?> typeOf(Object owner) {
        return owner instanceof Map && !(owner instanceof ParamMap) ? Map.class : owner.getClass();
    }

    private boolean isAssigned(Object value) {
        if (assigned.size() == 1) {
            return assigned.get(0).bean() == value;
        }
        if (assignedBeans == null) {
            assignedBeans = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Row row : assigned) {
                assignedBeans.add(row.bean());
            }
        }
        return assignedBeans.contains(value);
    }

    // ---- an id that is not there

    private PluginException unset(Bound bound, IdProperty id) {
        String binds = "the statement binds #{" + bound.written() + "}, but " + id + " is unset";
        if (rows.stream().anyMatch(row -> row.bean() == bound.owner())) {
            return refusal.because(
                    binds + " again right after it was set",
                    "let the setter and the getter of " + id + " keep its value");
        }
        String type = Row.typeNameOf(bound.owner());
        List<String> waysOut = new ArrayList<>(List.of("insert that " + type + " first", wayOutForRow(bound)));
        if (bound.isOfElement()) {
            waysOut.add("pass a List, if it comes from an Iterable, or a collection that makes new objects each time");
        }
        return refusal.because(
                binds + ", as that " + type + " is no row of this insert", waysOut.toArray(new String[0]));
    }

    private static String wayOutForRow(Bound bound) {
        if (bound.owner() instanceof Map) {
            return "if it is the row, put an id from the generator into it: rows with @SnowflakeId go first";
        }
        return bound.startsAtItem()
                ? "if it is the row, let keyProperty be the path to it, such as 'order.items.id'"
                : "if it is the row, set keyProperty to '" + bound.asKeyProperty() + "'";
    }

    // ---- ids that are not used

    /**
     * True if one is in the text of the statement, in a value that a {@code <bind>}, a getter or a copy of the row supplies, or in an
     * object that is bound as a whole.
     */
    private boolean isUsedOtherwise(BoundParameters bound) {
        List<Object> values = bound.values();
        for (Row row : assigned) {
            String id = String.valueOf(row.idValue());
            if (bound.sqlContains(id)
                    || values.stream()
                            .anyMatch(
                                    value -> holdsRow(value) || value.toString().contains(id))) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsRow(Object value) {
        Collection<?> inside = value instanceof Map<?, ?> map
                ? map.values()
                : RowType.of(value.getClass()).valuesThatMayHoldRows(value).values();
        return isOrContainsRow(value) || inside.stream().anyMatch(this::isOrContainsRow);
    }

    private boolean isOrContainsRow(@Nullable Object value) {
        return Place.of("", false, value).values().stream().anyMatch(element -> element != null && isAssigned(element));
    }

    private PluginException unused(Row row) {
        IdProperty id = row.id();
        List<String> waysOut = new ArrayList<>(List.of("bind it as #{" + id.name() + "}"));
        if (refusal.parameter().isOfDynamicSql()) {
            waysOut.add("map its column by toProperty(\"" + id.name() + "\") in place of toPropertyWhenPresent,"
                    + " as the SQL was rendered before the id was set");
        }
        waysOut.add(
                RowType.markedIdOf(row.bean()) != null
                        ? "take @SnowflakeId off " + id + " if the database makes that id"
                        : "leave keyProperty to MyBatis (annotatedOnly) if the database makes that id");
        waysOut.add("pass the values alone if that " + row.typeName() + " is no row of this statement");
        return refusal.because(
                "the statement never uses the id that " + id + " would get, so the row would not have it",
                waysOut.toArray(new String[0]));
    }
}
