package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds marked rows that want an id inside values that are no rows themselves: in the fields of a wrapper object, in a map. A
 * marked row whose id is set is taken for a reference.
 *
 * <p>Looks into the fields of the parameter's own objects, and no object further; maps and collections on the way do not count.
 * What lies behind one field or key is one place, also if a list holds many wrappers.
 */
final class WrappedRows {

    /** Deeper nesting is taken for a map that contains itself. */
    private static final int MAPS_DEEP = 8;

    private final RowTypes types;
    private final Refusal refusal;
    private final KeyTarget key;
    private final Map<String, List<Object>> found = new LinkedHashMap<>();
    private final Set<String> plural = new HashSet<>();

    WrappedRows(RowTypes types, Refusal refusal, KeyTarget key) {
        this.types = types;
        this.refusal = refusal;
        this.key = key;
    }

    List<Place> find() {
        for (Place place : key.places()) {
            lookAt(place, 1, MAPS_DEEP);
        }
        List<Place> places = new ArrayList<>();
        found.forEach((path, rows) -> places.add(new Place(path, plural.contains(path), rows)));
        return places;
    }

    private void lookAt(Place place, int objectsDeep, int mapsDeep) {
        for (Object value : place.values()) {
            if (value == null) {
                continue;
            }
            RowType type = types.of(value.getClass());
            IdProperty id = type.markedId();
            if (id != null) {
                if (id.isUnset(value)) {
                    add(place, value);
                }
            } else if (value instanceof Map<?, ?> map) {
                if (mapsDeep > 0) {
                    map.forEach((name, held) -> lookInto(place, String.valueOf(name), held, objectsDeep, mapsDeep - 1));
                }
            } else if (objectsDeep > 0 && !key.namesPropertyOf(type)) {
                type.valuesThatMayHoldRows(value)
                        .forEach((name, held) -> lookInto(place, name, held, objectsDeep - 1, mapsDeep));
            }
        }
    }

    private void lookInto(Place holder, String name, Object held, int objectsDeep, int mapsDeep) {
        if (held != null) {
            Elements elements = Elements.of(held, types, refusal);
            lookAt(
                    new Place(holder.keyPropertyFor(name), holder.plural() || elements.plural(), elements.values()),
                    objectsDeep,
                    mapsDeep);
        }
    }

    private void add(Place place, Object row) {
        found.computeIfAbsent(place.path(), path -> new ArrayList<>()).add(row);
        if (place.plural()) {
            plural.add(place.path());
        }
    }
}
