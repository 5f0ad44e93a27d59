package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.jspecify.annotations.Nullable;

/**
 * The parameter that MyBatis passes to the executor for a call of a mapper method. MyBatis puts several arguments, a named argument, a collection or
 * an array into a {@link ParamMap}. A {@code ParamMap} often contains one value under several names ({@code heroes}, {@code list},
 * {@code collection}, {@code param1}).
 */
record Parameter(@Nullable Object given) {

    private static final int KEYS_SHOWN = 8;
    private static final Predicate<String> IS_ALIAS =
            Pattern.compile("param\\d+").asMatchPredicate();
    private static final Set<String> MYBATIS_NAMES = Set.of("collection", "list", "array");

    /** Returns true if the parameter is a map from the application, not a {@code ParamMap} from MyBatis. */
    boolean isMapOfTheApplication() {
        return given instanceof Map && !(given instanceof ParamMap);
    }

    /** Returns true if the parameter is a statement object of mybatis-dynamic-sql. */
    boolean isOfDynamicSql() {
        return given != null && given.getClass().getName().startsWith("org.mybatis.dynamic.sql.");
    }

    /** Returns the arguments without null values and without duplicates. A single unnamed argument has an empty path. */
    List<Place> arguments() {
        if (!(given instanceof Map<?, ?> named)) {
            return given == null ? List.of() : List.of(Place.of("", false, given));
        }
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Place> arguments = new ArrayList<>();
        for (String name : namesByPreference(named)) {
            Object value = named.get(name);
            if (value != null && seen.add(value)) {
                arguments.add(Place.of(name, false, value));
            }
        }
        return arguments;
    }

    private static List<String> namesByPreference(Map<?, ?> named) {
        return named.keySet().stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .sorted(Comparator.comparing(Parameter::isMadeByMyBatis).thenComparing(name -> name))
                .toList();
    }

    private static boolean isMadeByMyBatis(String name) {
        return MYBATIS_NAMES.contains(name) || (name.startsWith("param") && IS_ALIAS.test(name));
    }

    /** Returns the object that has the given name as a map key or property, or null if no object has the name. */
    @Nullable
    Place placeWith(String name) {
        if (given instanceof Map<?, ?> named && named.containsKey(name)) {
            return new Place("", false, Collections.singletonList(named));
        }
        return arguments().stream()
                .filter(argument ->
                        argument.values().stream().anyMatch(value -> value != null && RowType.has(value, name)))
                .map(argument -> new Place("", argument.plural(), argument.values()))
                .findFirst()
                .orElse(null);
    }

    /** Returns the names that can start a {@code keyProperty} path, for error messages. */
    Set<String> starts() {
        Set<String> starts = new TreeSet<>(given instanceof Map<?, ?> named ? shownKeysOf(named) : List.of());
        arguments()
                .forEach(argument -> argument.values().stream()
                        .filter(Objects::nonNull)
                        .forEach(value -> starts.addAll(RowType.namesIn(value))));
        return starts;
    }

    private static List<String> shownKeysOf(Map<?, ?> map) {
        return map.keySet().stream()
                .map(String::valueOf)
                .filter(IS_ALIAS.negate())
                .limit(KEYS_SHOWN)
                .sorted()
                .toList();
    }

    /** Returns a description for error messages, such as {@code Hero}, {@code List[Hero]}, {@code Hero[]}, {@code Map[guild, heroes]}. */
    String shape() {
        Object shown = given;
        // A ParamMap without the key param2 contains a single argument.
        if (given instanceof ParamMap<?> named && !named.containsKey("param2")) {
            shown = named.values().stream().filter(Objects::nonNull).findFirst().orElse(null);
        }
        return shapeOf(shown == null ? given : shown);
    }

    private static String shapeOf(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map<?, ?> map) {
            return "Map" + shownKeysOf(map);
        }
        if (value instanceof Collection<?> collection) {
            String kind = value instanceof List ? "List" : value instanceof Set ? "Set" : "Collection";
            return kind + "["
                    + (collection.isEmpty() ? "" : shapeOf(collection.iterator().next())) + "]";
        }
        String name = value.getClass().getSimpleName();
        return (value instanceof Record ? "record " : "")
                + (name.isEmpty() ? value.getClass().getName() : name);
    }
}
