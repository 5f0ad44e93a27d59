package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * The search for the rows of one insert. Where it looks, in this order, until it finds something:
 *
 * <ol>
 *   <li>where a path in keyProperty points;
 *   <li>among the arguments and what their collections hold: marked rows, and rows whose property keyProperty names;
 *   <li>maps, if keyProperty can be a key of theirs;
 *   <li>in the fields of wrapper objects and in maps: marked rows without an id.
 * </ol>
 *
 * <p>Of several places that could take ids, those whose ids are all set hold references; of the others, a single bean beside a
 * collection is one. If several are left, the insert is refused: only keyProperty can say which is meant.
 */
final class RowSearch {

    private final InsertStatement insert;
    private final Parameter parameter;
    private final RowTypes types;
    private final boolean annotatedOnly;
    private final boolean keyPropertyIsOurs;
    private final Refusal refusal;
    private final KeyTarget key;

    RowSearch(
            InsertStatement insert,
            Parameter parameter,
            RowTypes types,
            boolean annotatedOnly,
            boolean keyPropertyIsOurs) {
        this.insert = insert;
        this.parameter = parameter;
        this.types = types;
        this.annotatedOnly = annotatedOnly;
        this.keyPropertyIsOurs = keyPropertyIsOurs;
        this.refusal = new Refusal(insert, parameter);
        this.key = keyTarget();
    }

    /** With annotatedOnly, a path to what is not annotated says nothing to us. */
    private KeyTarget keyTarget() {
        KeyTarget.Reader reader = new KeyTarget.Reader(parameter, types, refusal);
        KeyTarget target = reader.read(insert.keyProperties());
        boolean ours =
                !target.pointsAt() || !annotatedOnly || wantsIds(target.places().get(0), target);
        return ours ? target : reader.withoutPath(insert.keyProperties());
    }

    /**
     * @throws PluginException if an id is wanted, but the parameter's shape or the statement's key generator forbids it
     */
    FoundRows find() {
        List<Place> candidates = new ArrayList<>();
        for (Place place : key.places()) {
            if (wantsIds(place, key)) {
                candidates.add(place);
            }
        }
        if (!candidates.isEmpty()) {
            return found(rowsOf(candidates));
        }
        if (keyPropertyIsOurs) {
            List<Row> maps = mapsThatMayBeRows();
            if (maps.isEmpty() && !holdsEmptyCollection()) {
                throw unreachable();
            }
            return new FoundRows(List.of(), maps, key);
        }
        return found(rowsOf(new WrappedRows(types, refusal, key).find()));
    }

    private FoundRows found(List<Row> rows) {
        requireNoOtherSourceOf(rows);
        return new FoundRows(rows, List.of(), key);
    }

    private boolean wantsIds(Place place, KeyTarget target) {
        for (Object value : place.values()) {
            if (value != null && wantsId(types.of(value.getClass()), target)) {
                return true;
            }
        }
        return false;
    }

    private boolean wantsId(RowType type, KeyTarget target) {
        if (type.markedId() != null) {
            return true;
        }
        if (annotatedOnly || !target.namesPropertyOf(type) || namesKeyOfMap(target)) {
            return false;
        }
        // what a selectKey fills may be of any type; it is our business only if it could be ours
        return !insert.hasSelectKey() || type.canHoldId(target.properties().get(0));
    }

    /** Without a path, keyProperty of a map is a key of it, not a property of what it holds. */
    private boolean namesKeyOfMap(KeyTarget target) {
        return !target.pointsAt() && parameter.isMapOfTheApplication();
    }

    // ---- several places

    private List<Row> rowsOf(List<Place> candidates) {
        if (candidates.size() == 1) {
            return rowsIn(candidates.get(0));
        }
        List<Place> unset = withoutRepeated(candidates.stream()
                .filter(place -> !unsetRowsOf(place).isEmpty())
                .toList());
        List<Place> collections = unset.stream().filter(Place::plural).toList();
        if (unset.size() == 1) {
            return rowsIn(unset.get(0));
        }
        if (collections.size() == 1) {
            return rowsIn(collections.get(0));
        }
        if (unset.isEmpty()) {
            return candidates.stream()
                    .flatMap(place -> place.values().stream())
                    .map(this::rowOf)
                    .filter(row -> row != null)
                    .toList();
        }
        throw refusal.because(
                "several parameters could take ids, at "
                        + unset.stream()
                                .map(place -> "'" + place.path() + "'")
                                .reduce((one, other) -> one + " and " + other)
                                .orElseThrow(),
                "pass the rows alone, of a map its values()",
                "set keyProperty to '<parameter>.<property>' to say which, and insert the others first");
    }

    private List<Row> unsetRowsOf(Place place) {
        List<Row> unset = new ArrayList<>();
        for (Object value : place.values()) {
            Row row = rowOf(value);
            if (row != null && row.isUnset()) {
                unset.add(row);
            }
        }
        return unset;
    }

    /** One row may be reached by several names. */
    private List<Place> withoutRepeated(List<Place> places) {
        List<Place> distinct = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Place place : places) {
            List<Object> beans = unsetRowsOf(place).stream().map(Row::bean).toList();
            boolean repeated = beans.stream().allMatch(seen::contains);
            if (!repeated) {
                distinct.add(place);
            }
            seen.addAll(beans);
        }
        return distinct;
    }

    // ---- the rows of one place

    private List<Row> rowsIn(Place place) {
        List<? extends @Nullable Object> values = place.values();
        IdentityHashMap<Object, Integer> seenAt = new IdentityHashMap<>();
        List<Row> rows = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Row row = rowOf(value);
            if (row == null) {
                throw takesNoId(i, value);
            }
            Integer earlier = seenAt.put(row.bean(), i);
            if (earlier != null) {
                throw refusal.because(
                        "elements " + earlier + " and " + i + " are the same "
                                + row.bean().getClass().getSimpleName() + " instance, so both rows would get one id",
                        "pass it once",
                        "pass a copy");
            }
            rows.add(row);
        }
        return rows;
    }

    private PluginException takesNoId(int index, @Nullable Object value) {
        List<String> waysOut = new ArrayList<>(List.of("pass only rows that take an id"));
        if (value != null && !types.of(value.getClass()).readableProperties().isEmpty()) {
            waysOut.add("mark its id @SnowflakeId");
        }
        return refusal.because(
                "element " + index + " is "
                        + (value == null ? "null" : "a " + value.getClass().getSimpleName())
                        + ", which takes no id, while others do",
                waysOut.toArray(new String[0]));
    }

    private @Nullable Row rowOf(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        RowType type = types.of(value.getClass());
        IdProperty marked = type.markedId();
        if (marked != null) {
            return new Row(value, marked);
        }
        return annotatedOnly || !key.namesPropertyOf(type)
                ? null
                : new Row(value, type.namedId(key.properties().get(0)));
    }

    // ---- maps as rows

    /** Also the map that MyBatis made of several parameters, if none of them has what keyProperty names. */
    private List<Row> mapsThatMayBeRows() {
        if (!key.namesOneProperty() || key.deadEnd() != null) {
            return List.of();
        }
        MapKey id = new MapKey(key.properties().get(0));
        Map<?, ?> whole = parameter.map();
        List<Row> maps = new ArrayList<>();
        for (Place place : key.places()) {
            for (Object value : place.values()) {
                if (value instanceof Map) {
                    maps.add(new Row(value, id));
                }
            }
        }
        boolean beansAlone = key.places().stream().noneMatch(Place::plural);
        return whole != null && maps.isEmpty() && !key.pointsAt() && (beansAlone || parameter.isMapOfTheApplication())
                ? List.of(new Row(whole, id))
                : maps;
    }

    // ---- none

    private boolean holdsEmptyCollection() {
        return key.places().stream()
                .anyMatch(place -> place.plural() && place.values().isEmpty());
    }

    private PluginException unreachable() {
        KeyTarget.DeadEnd deadEnd = deadEnd();
        List<String> waysOut = new ArrayList<>();
        if (deadEnd.misspelt()) {
            waysOut.add("correct the path");
        }
        waysOut.add(
                "pass the row itself, a collection or an array of rows, with keyProperty naming one property of them");
        waysOut.add("leave out keyProperty");
        waysOut.add("let ids be made for @SnowflakeId alone (annotatedOnly)");
        return refusal.because(
                "keyProperty '" + String.join(",", insert.keyProperties()) + "' " + deadEnd.why(),
                waysOut.toArray(new String[0]));
    }

    /** Why nothing takes the id that keyProperty asks for. */
    private KeyTarget.DeadEnd deadEnd() {
        if (key.deadEnd() != null) {
            return key.deadEnd();
        }
        if (!key.namesOneProperty()) {
            return KeyTarget.DeadEnd.because("names several properties, so it does not say which is the id");
        }
        String property = key.properties().get(0);
        List<Place> wrapped = new WrappedRows(types, refusal, key).find();
        if (!wrapped.isEmpty()) {
            return KeyTarget.DeadEnd.because("names no property of " + parameter.shape() + "; if the rows at '"
                    + wrapped.get(0).path() + "' are meant, it must be '"
                    + wrapped.get(0).keyPropertyFor(property) + "'");
        }
        Object value = firstValue();
        if (value == null) {
            return KeyTarget.DeadEnd.because("names a property of null");
        }
        return key.pointsAt()
                ? KeyTarget.DeadEnd.misspelt(property, value, types)
                : KeyTarget.DeadEnd.because("names no property of " + nameOf(value));
    }

    private @Nullable Object firstValue() {
        for (Place place : key.places()) {
            if (!place.values().isEmpty()) {
                return place.values().get(0);
            }
        }
        return null;
    }

    private String nameOf(Object value) {
        return key.places().size() > 1 ? "any parameter" : value.getClass().getSimpleName();
    }

    // ---- ids with two sources

    private void requireNoOtherSourceOf(List<Row> rows) {
        for (Row row : rows) {
            if (insert.foreignKeyGenerator() != null
                    && (key.properties().isEmpty() || key.names(row.id().name()))) {
                throw refusal.because(
                        "the statement has a key generator of its own, "
                                + insert.foreignKeyGenerator().getClass().getName() + ", and " + row.id()
                                + " can have one source only",
                        "remove that key generator",
                        "let its keyProperty name other properties");
            }
            if (!key.names(row.id().name())) {
                continue;
            }
            if (insert.hasSelectKey()) {
                throw refusal.because(
                        "<selectKey> writes " + row.id() + " as well, and an id can have one source only",
                        "remove <selectKey>",
                        "take the id from it alone: no @SnowflakeId, and annotatedOnly");
            }
            if (insert.usesGeneratedKeys() && !key.namesOneProperty()) {
                throw refusal.because(
                        "keyProperty names " + row.id() + " together with other generated columns, which would be lost",
                        "let keyProperty name " + row.id().name() + " alone",
                        "let keyProperty and keyColumn name the other columns alone");
            }
        }
    }
}
