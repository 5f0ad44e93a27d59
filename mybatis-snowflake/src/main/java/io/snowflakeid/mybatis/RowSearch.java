package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * The search for the rows of one insert. Where it looks, in this order, until it finds something:
 *
 * <ol>
 *   <li>where a path in keyProperty points;
 *   <li>among the arguments and what their collections hold: marked rows, and rows, also maps, whose property keyProperty names;
 *   <li>the map that is the whole parameter, if keyProperty names a key of it;
 *   <li>in the fields of wrapper objects and in maps: marked rows without an id.
 * </ol>
 *
 * <p>Of several places that could take ids, those whose ids are all set hold references; of the others, a single bean beside a
 * collection is one. If several are left, the insert is refused: only keyProperty can say which is meant.
 */
final class RowSearch {

    /** Deeper nesting is taken for a map that contains itself. */
    private static final int MAPS_DEEP = 8;

    private final InsertStatement insert;
    private final Parameter parameter;
    private final Refusal refusal;
    private final boolean annotatedOnly;
    private final boolean keyPropertyIsOurs;
    private final KeyPath key;
    private final @Nullable Object wholeMap;

    RowSearch(InsertStatement insert, Parameter parameter, Refusal refusal, boolean annotatedOnly) {
        this.insert = insert;
        this.parameter = parameter;
        this.refusal = refusal;
        this.annotatedOnly = annotatedOnly;
        this.keyPropertyIsOurs = !annotatedOnly
                && !insert.hasSelectKey()
                && !insert.keyProperties().isEmpty();
        KeyPath path = KeyPath.of(insert.keyProperties(), parameter);
        boolean pointsAtNoMark = annotatedOnly && path.followed() && !holdsMark(path);
        this.key = pointsAtNoMark ? KeyPath.unfollowed(insert.keyProperties(), parameter) : path;
        this.wholeMap = parameter.isMapOfTheApplication() && !key.followed() ? parameter.given() : null;
    }

    private static boolean holdsMark(KeyPath path) {
        return path.places().get(0).values().stream().anyMatch(value -> RowType.markedIdOf(value) != null);
    }

    /**
     * The rows: they take an id, or have one already.
     *
     * @throws PluginException if an id is wanted, but the parameter's shape or the statement's key generator forbids it
     */
    List<Row> find() {
        List<Place> candidates = new ArrayList<>();
        for (Place place : key.places()) {
            if (holdsRow(place)) {
                candidates.add(place);
            }
        }
        if (candidates.isEmpty() && wholeMap != null && mapKey() != null) {
            candidates.add(new Place("", false, Collections.singletonList(wholeMap)));
        }
        if (candidates.isEmpty() && keyPropertyIsOurs) {
            requireEmptyCollection();
            return List.of();
        }
        List<Row> rows = rowsOf(candidates.isEmpty() ? wrapped() : candidates);
        rows.forEach(this::requireOneSource);
        return rows;
    }

    /** What keyProperty names of the map that is the whole parameter, or null. */
    @Nullable
    IdProperty mapKey() {
        String named = key.named();
        return keyPropertyIsOurs && wholeMap != null && named != null ? IdProperty.key(named) : null;
    }

    /** True if the statement's key generator would write the id of one of the rows. */
    boolean keyGeneratorWouldWrite(List<Row> rows) {
        for (Row row : rows) {
            if (key.properties().isEmpty() || key.names(row.id().name())) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsRow(Place place) {
        for (Object value : place.values()) {
            if (rowOf(value) != null) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Row rowOf(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        RowType type = RowType.of(value.getClass());
        IdProperty marked = type.markedId();
        if (marked != null) {
            return new Row(value, marked);
        }
        String named = key.named();
        // of a map of the application, keyProperty is a key, and no property of what it holds
        if (annotatedOnly || named == null || (wholeMap != null && wholeMap != value)) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            return keyPropertyIsOurs ? rowOf(map, named) : null;
        }
        // what a selectKey fills may be of any type; it is our business only if it could be ours
        boolean wanted = insert.hasSelectKey() ? type.canHoldId(named) : type.has(named);
        return wanted ? new Row(value, type.namedId(named)) : null;
    }

    private Row rowOf(Map<?, ?> map, String named) {
        if (!map.isEmpty() && map.values().stream().allMatch(value -> isUnset(value, named))) {
            throw refusal.because(
                    keyProperty() + " would be a key of the Map, and its values have such a property",
                    "if they are the rows, pass its values(), or its entrySet() for the keys too",
                    "leave out keyProperty");
        }
        return new Row(map, IdProperty.key(named));
    }

    private static boolean isUnset(@Nullable Object value, String property) {
        if (value == null) {
            return false;
        }
        RowType type = RowType.of(value.getClass());
        return type.canHoldId(property) && type.namedId(property).isUnset(value);
    }

    // ---- several places

    private List<Row> rowsOf(List<Place> candidates) {
        if (candidates.size() == 1) {
            return rowsIn(candidates.get(0));
        }
        List<Place> unset = withUnsetRows(candidates);
        if (unset.isEmpty()) {
            return candidates.stream()
                    .flatMap(place -> place.values().stream())
                    .map(this::rowOf)
                    .filter(row -> row != null)
                    .toList();
        }
        List<Place> collections = unset.stream().filter(Place::plural).toList();
        if (unset.size() == 1 || collections.size() == 1) {
            return rowsIn(unset.size() == 1 ? unset.get(0) : collections.get(0));
        }
        throw refusal.because(
                "several parameters could take ids, at "
                        + unset.stream().map(place -> "'" + place.path() + "'").collect(Collectors.joining(" and ")),
                "pass the rows alone, of a map its values()",
                "set keyProperty to '<parameter>.<property>' to say which, and insert the others first");
    }

    /** Those with a row without an id that no earlier one has: one row may be reached by several names. */
    private List<Place> withUnsetRows(List<Place> places) {
        List<Place> found = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Place place : places) {
            boolean isNew = false;
            for (Object value : place.values()) {
                Row row = rowOf(value);
                isNew |= row != null && row.isUnset() && seen.add(row.bean());
            }
            if (isNew) {
                found.add(place);
            }
        }
        return found;
    }

    private List<Row> rowsIn(Place place) {
        List<@Nullable Object> values = place.values();
        IdentityHashMap<Object, Integer> seenAt = new IdentityHashMap<>();
        List<Row> rows = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            Row row = rowOf(values.get(i));
            if (row == null) {
                throw takesNoId(i, values.get(i));
            }
            Integer earlier = seenAt.put(row.bean(), i);
            if (earlier != null) {
                throw refusal.because(
                        "elements " + earlier + " and " + i + " are the same " + row.typeName()
                                + " instance, so both rows would get one id",
                        "pass it once",
                        "pass a copy");
            }
            rows.add(row);
        }
        return rows;
    }

    private PluginException takesNoId(int index, @Nullable Object value) {
        boolean couldBeMarked = value != null
                && !RowType.of(value.getClass()).readableProperties().isEmpty();
        return refusal.because(
                "element " + index + " is "
                        + (value == null ? "null" : "a " + value.getClass().getSimpleName())
                        + ", which takes no id, while others do",
                "pass only rows that take an id" + (couldBeMarked ? ", or mark its id @SnowflakeId" : ""));
    }

    // ---- in wrappers

    /**
     * Marked rows that want an id inside values that are no rows themselves, one object deep; one that has its id is taken for a
     * reference. What lies behind one field or key is one place, also if a list holds many wrappers.
     */
    private List<Place> wrapped() {
        Map<String, Place> found = new LinkedHashMap<>();
        key.places().forEach(place -> lookAt(place, 1, MAPS_DEEP, found));
        return List.copyOf(found.values());
    }

    private void lookAt(Place place, int objectsDeep, int mapsDeep, Map<String, Place> found) {
        for (Object value : place.values()) {
            if (value == null) {
                continue;
            }
            RowType type = RowType.of(value.getClass());
            IdProperty id = type.markedId();
            if (id != null && id.isUnset(value)) {
                found.computeIfAbsent(place.path(), path -> new Place(path, place.plural(), new ArrayList<>()))
                        .values()
                        .add(value);
            } else if (value instanceof Map<?, ?> map && mapsDeep > 0) {
                map.forEach((name, held) ->
                        lookAt(place.behind(String.valueOf(name), held), objectsDeep, mapsDeep - 1, found));
            } else if (id == null && objectsDeep > 0 && (key.named() == null || !type.has(key.named()))) {
                type.valuesThatMayHoldRows(value)
                        .forEach((name, held) -> lookAt(place.behind(name, held), objectsDeep - 1, mapsDeep, found));
            }
        }
    }

    // ---- none

    private String keyProperty() {
        return "keyProperty '" + String.join(",", insert.keyProperties()) + "'";
    }

    private void requireEmptyCollection() {
        if (key.places().stream()
                .noneMatch(place -> place.plural() && place.values().isEmpty())) {
            boolean path = insert.keyProperties().get(0).contains(".");
            throw refusal.because(
                    keyProperty() + " " + whyNothingTakesTheId(),
                    (path ? "correct the path, or " : "")
                            + "pass the row itself, a collection or an array of rows, with keyProperty naming one property of them",
                    "leave out keyProperty",
                    "let ids be made for @SnowflakeId alone (annotatedOnly)");
        }
    }

    private String whyNothingTakesTheId() {
        String named = key.named();
        if (key.deadEnd() != null || named == null) {
            return key.deadEnd() != null
                    ? key.deadEnd()
                    : "names several properties, so it does not say which is the id";
        }
        List<Place> wrapped = wrapped();
        if (!wrapped.isEmpty()) {
            Place rows = wrapped.get(0);
            return "names no property of " + parameter.shape() + "; if the rows at '" + rows.path()
                    + "' are meant, it must be '" + rows.keyPropertyFor(named) + "'";
        }
        Object value = key.places().stream()
                .flatMap(place -> place.values().stream())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (value == null) {
            return "names a property of null";
        }
        return key.followed() ? KeyPath.misspelt(named, value) : "names no property of " + parameter.shape();
    }

    // ---- ids with two sources

    private void requireOneSource(Row row) {
        boolean isKey = key.names(row.id().name());
        if (insert.foreignKeyGenerator() != null && (isKey || key.properties().isEmpty())) {
            throw refusal.because(
                    "the statement has a key generator of its own, "
                            + insert.foreignKeyGenerator().getClass().getName() + ", and " + row.id()
                            + " can have one source only",
                    "remove that key generator",
                    "let its keyProperty name other properties");
        }
        if (isKey && insert.hasSelectKey()) {
            throw refusal.because(
                    "<selectKey> writes " + row.id() + " as well, and an id can have one source only",
                    "remove <selectKey>",
                    "take the id from it alone: no @SnowflakeId, and annotatedOnly");
        }
        if (isKey && insert.usesGeneratedKeys() && key.named() == null) {
            throw refusal.because(
                    "keyProperty names " + row.id() + " together with other generated columns, which would be lost",
                    "let keyProperty name " + row.id().name() + " alone",
                    "let keyProperty and keyColumn name the other columns alone");
        }
    }
}
