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
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of one insert call. The search has three steps, and ends with the first step that finds rows.
 *
 * <ol>
 * <li>The search reads the values at the end of a path in {@code keyProperty}, or the parameter map if {@code keyProperty} names a map key.
 * <li>The search reads the arguments and the elements of collection arguments. An argument or element is a row if it has an annotated property, or
 *     the property that {@code keyProperty} names.
 * <li>The search reads fields of wrapper objects and values of maps, one level deep. The values of a field or map key are rows only if an annotated
 *     property of them is not set.
 * </ol>
 *
 * <p>If several arguments or fields contain rows, the search ignores an argument or field whose rows all have ids. If exactly one
 * collection contains rows without ids, the search ignores rows outside the collection. An insert with ambiguous rows is rejected until
 * {@code keyProperty} names the rows.
 */
final class RowSearch {

    private final Call call;
    private final InsertStatement insert;
    private final boolean annotatedOnly;
    private final boolean keyPropertyNamesId;
    private final KeyPath key;

    RowSearch(Call call, boolean annotatedOnly) {
        this.call = call;
        this.insert = call.insert();
        this.annotatedOnly = annotatedOnly;
        List<String> names = insert.keyProperties();
        this.keyPropertyNamesId = !annotatedOnly && insert.otherKeyGenerator() == null && !names.isEmpty();
        KeyPath path = KeyPath.of(call);
        if (annotatedOnly && path.places().stream().noneMatch(RowSearch::holdsMark)) {
            path = new KeyPath(call.arguments(), path.properties(), null);
        } else if (keyPropertyNamesId
                && call.isMapOfTheApplication()
                && names.size() == 1
                && !names.get(0).contains(".")) {
            Place map = new Place("", false, Collections.singletonList(call.parameter()));
            path = new KeyPath(List.of(map), names, null);
        }
        this.key = path;
    }

    private static boolean holdsMark(Place place) {
        return place.values().stream().anyMatch(value -> RowType.markedIdOf(value) != null);
    }

    List<Row> find() {
        List<Place> candidates = key.places().stream().filter(this::holdsRow).toList();
        if (candidates.isEmpty() && keyPropertyNamesId) {
            requireEmptyCollection();
            return List.of();
        }
        List<Row> rows = rowsOf(candidates.isEmpty() ? wrapped() : candidates);
        rows.forEach(this::requireOneSource);
        return rows;
    }

    /** Returns true if the statement's key generator can overwrite the id of a row. */
    boolean keyGeneratorWouldWrite(List<Row> rows) {
        return rows.stream().anyMatch(row -> key.mayName(row.id().name()));
    }

    private boolean holdsRow(Place place) {
        return place.values().stream().anyMatch(value -> rowOf(value) != null);
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
        if (annotatedOnly || named == null) {
            return null;
        }
        if (value instanceof Map) {
            return keyPropertyNamesId ? new Row(value, IdProperty.key(named)) : null;
        }
        // A property that selectKey or a custom key generator writes is an id only if its type can contain ids.
        boolean wanted = insert.otherKeyGenerator() == null ? type.has(named) : type.canHoldId(named);
        return wanted ? new Row(value, type.namedId(named)) : null;
    }

    private List<Row> rowsOf(List<Place> candidates) {
        List<Place> unset = candidates.size() < 2 ? candidates : withUnsetRows(candidates);
        if (unset.isEmpty()) {
            return candidates.stream()
                    .flatMap(place -> place.values().stream())
                    .map(this::rowOf)
                    .filter(Objects::nonNull)
                    .toList();
        }
        List<Place> chosen =
                unset.size() == 1 ? unset : unset.stream().filter(Place::plural).toList();
        if (chosen.size() == 1) {
            return rowsIn(chosen.get(0));
        }
        throw call.refused(
                "several parameters could be the rows, at "
                        + unset.stream().map(place -> "'" + place.path() + "'").collect(Collectors.joining(" and ")),
                "pass only the rows, of a map its values()",
                "set keyProperty to '<parameter>.<property>' to select one, and insert the others first");
    }

    /** Returns the arguments or fields that contain a row without an id. The method skips an argument if earlier arguments contain all its rows. */
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
        List<Row> rows = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Row row = rowOf(value);
            if (row == null) {
                throw call.refused(
                        "element " + i + " is " + (value == null ? "null" : "a " + Row.typeNameOf(value))
                                + ", which has no id property, while others have",
                        "pass only rows with an id property",
                        "annotate its id with @SnowflakeId");
            }
            rows.add(row);
        }
        return rows;
    }

    private List<Place> wrapped() {
        Map<String, Place> found = new LinkedHashMap<>();
        String named = key.named();
        for (Place place : key.places()) {
            for (Object value : place.values()) {
                if (value != null && !(named != null && RowType.has(value, named))) {
                    RowType.held(value).forEach((name, held) -> addMarked(place.behind(name, held), found));
                }
            }
        }
        return found.values().stream()
                .filter(place -> place.values().stream().anyMatch(RowSearch::isUnset))
                .toList();
    }

    private static boolean isUnset(@Nullable Object value) {
        IdProperty id = RowType.markedIdOf(value);
        return value != null && id != null && id.isUnset(value);
    }

    private static void addMarked(Place place, Map<String, Place> found) {
        for (Object value : place.values()) {
            if (RowType.markedIdOf(value) != null) {
                found.computeIfAbsent(place.path(), path -> new Place(path, place.plural(), new ArrayList<>()))
                        .values()
                        .add(value);
            }
        }
    }

    private String keyProperty() {
        return "keyProperty '" + String.join(",", insert.keyProperties()) + "'";
    }

    private void requireEmptyCollection() {
        if (key.places().stream()
                .noneMatch(place -> place.plural() && place.values().isEmpty())) {
            throw call.refused(
                    keyProperty() + " " + whyNoRowHasIt(),
                    "correct it: the path to the id of the row, or one property of the passed rows",
                    "remove it",
                    "generate ids for @SnowflakeId only (annotatedOnly)");
        }
    }

    private String whyNoRowHasIt() {
        String named = key.named();
        if (named == null) {
            String several = "names several properties, so the id is ambiguous";
            return Objects.requireNonNullElse(key.deadEnd(), several);
        }
        List<Place> wrapped = wrapped();
        if (!wrapped.isEmpty()) {
            Place rows = wrapped.get(0);
            return "is not a property of " + call.shape() + "; for the rows at '" + rows.path() + "' it must be '"
                    + rows.keyPropertyFor(named) + "'";
        }
        return KeyPath.unknownProperty(
                named,
                key.places().stream()
                        .flatMap(place -> place.values().stream())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }

    private void requireOneSource(Row row) {
        if (insert.otherKeyGenerator() != null && key.mayName(row.id().name())) {
            throw call.refused(
                    insert.otherKeyGenerator() + " writes " + row.id() + " as well, and an id can have one source only",
                    "remove it",
                    "name only other properties in its keyProperty",
                    "use it as the only source: no @SnowflakeId, and annotatedOnly");
        }
        if (key.properties().contains(row.id().name()) && insert.usesGeneratedKeys() && key.named() == null) {
            throw call.refused(
                    "keyProperty names " + row.id() + " together with other generated columns, which would be lost",
                    "name only " + row.id().name() + " in keyProperty",
                    "name only the other columns in keyProperty and keyColumn");
        }
    }
}
