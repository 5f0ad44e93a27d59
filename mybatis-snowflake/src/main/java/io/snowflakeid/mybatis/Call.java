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
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * A call of an insert statement.
 *
 * @param parameter the parameter that MyBatis passes to the executor. MyBatis puts several arguments, a named argument, a collection or an array
 *     into a {@link ParamMap}, often one value under several names ({@code heroes}, {@code list}, {@code collection}, {@code param1}).
 */
record Call(InsertStatement insert, @Nullable Object parameter) {

    private static final int KEYS_SHOWN = 8;
    private static final Set<String> MYBATIS_NAMES = Set.of("collection", "list", "array");
    private static final Comparator<String> BY_PREFERENCE =
            Comparator.comparing(Call::isAlias).thenComparing(name -> name);

    /** Returns true if the parameter is a map from the application, not a {@code ParamMap} from MyBatis. */
    boolean isMapOfTheApplication() {
        return parameter instanceof Map && !(parameter instanceof ParamMap);
    }

    /** Returns true if the parameter is a statement object of mybatis-dynamic-sql. */
    boolean isOfDynamicSql() {
        return parameter != null && parameter.getClass().getName().startsWith("org.mybatis.dynamic.sql.");
    }

    /** Returns the arguments without null values and without duplicates. A single unnamed argument has an empty path. */
    List<Place> arguments() {
        if (!(parameter instanceof Map<?, ?> named)) {
            return parameter == null ? List.of() : List.of(Place.of("", false, parameter));
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
        List<String> names = new ArrayList<>();
        for (Object key : named.keySet()) {
            if (key instanceof String name) {
                names.add(name);
            }
        }
        names.sort(BY_PREFERENCE);
        return names;
    }

    /** Returns true for a name that MyBatis gives to arguments, such as {@code param1}. */
    private static boolean isAlias(String name) {
        return MYBATIS_NAMES.contains(name)
                || (name.length() > 5
                        && name.startsWith("param")
                        && name.chars().skip(5).allMatch(Character::isDigit));
    }

    /** Returns the object that has the given name as a map key or property, or null if no object has the name. */
    @Nullable
    Place placeWith(String name) {
        if (parameter instanceof Map<?, ?> named && named.containsKey(name)) {
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
        Set<String> starts = new TreeSet<>(parameter instanceof Map<?, ?> named ? shownKeysOf(named) : List.of());
        arguments()
                .forEach(argument -> argument.values().stream()
                        .filter(Objects::nonNull)
                        .forEach(value -> starts.addAll(RowType.namesIn(value))));
        return starts;
    }

    private static List<String> shownKeysOf(Map<?, ?> map) {
        return map.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !isAlias(name))
                .limit(KEYS_SHOWN)
                .sorted()
                .toList();
    }

    /** Returns an exception whose message names the statement, the problem and possible fixes. */
    PluginException refused(String found, String... fixes) {
        return refused(null, found, fixes);
    }

    PluginException refused(@Nullable Throwable cause, String found, String... fixes) {
        return new PluginException(
                "no id for statement " + insert.original().getId() + ", parameter shape " + shape() + ": " + found
                        + "; " + String.join(", or ", fixes),
                cause);
    }

    /** Returns a description of the parameter, such as {@code Hero}, {@code List[Hero]}, {@code Hero[]}, {@code Map[guild, heroes]}. */
    String shape() {
        Object shown = parameter;
        // A ParamMap without the key param2 contains a single argument.
        if (parameter instanceof ParamMap<?> named && !named.containsKey("param2")) {
            shown = named.values().stream().filter(Objects::nonNull).findFirst().orElse(null);
        }
        return shapeOf(shown == null ? parameter : shown);
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
