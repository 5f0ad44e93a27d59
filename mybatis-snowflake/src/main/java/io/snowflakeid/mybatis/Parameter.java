package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.jspecify.annotations.Nullable;

/**
 * What a mapper method was called with, as MyBatis hands it to the executor. Several arguments, a named one, a collection and an
 * array arrive in a {@link ParamMap}, in which one value often has several names ({@code heroes}, {@code list},
 * {@code collection}, {@code param1}); here each value counts once, by identity. A map that the application made is read likewise.
 */
final class Parameter {

    private static final int KEYS_SHOWN = 8;
    private static final Pattern ALIAS = Pattern.compile("param\\d+");
    private static final Set<String> MADE_BY_MYBATIS = Set.of("collection", "list", "array");

    private final @Nullable Object given;

    Parameter(@Nullable Object given) {
        this.given = given;
    }

    /** A value and the name that it goes by: empty for the only one, which has none. */
    record Argument(String name, Object value) {}

    @Nullable
    Object given() {
        return given;
    }

    /** True if it is a map that the application made, not one that MyBatis made of several parameters. */
    boolean isMapOfTheApplication() {
        return given instanceof Map && !(given instanceof ParamMap);
    }

    /** True if it is a statement of mybatis-dynamic-sql, which brings its SQL along. */
    boolean isOfDynamicSql() {
        return given != null && given.getClass().getName().startsWith("org.mybatis.dynamic.sql.");
    }

    /** The map that is the whole parameter, or null. */
    @Nullable
    Map<?, ?> map() {
        return given instanceof Map<?, ?> map ? map : null;
    }

    /** The values given, without nulls, each instance once. */
    List<Argument> arguments() {
        if (given == null) {
            return List.of();
        }
        if (!(given instanceof Map<?, ?> named)) {
            return List.of(new Argument("", given));
        }
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Argument> arguments = new ArrayList<>();
        for (String name : namesByPreference(named)) {
            Object value = named.get(name);
            if (value != null && seen.add(value)) {
                arguments.add(new Argument(name, value));
            }
        }
        return arguments;
    }

    /** Alphabetical, and the names that MyBatis made last. */
    private static Collection<String> namesByPreference(Map<?, ?> named) {
        Map<String, String> sorted = new TreeMap<>();
        for (Object key : named.keySet()) {
            if (key instanceof String name) {
                boolean made = isAlias(name) || MADE_BY_MYBATIS.contains(name);
                sorted.put((made ? "1" : "0") + name, name);
            }
        }
        return sorted.values();
    }

    /** True if an argument has that name, even if it is null. */
    boolean hasNamed(String name) {
        return given instanceof Map<?, ?> named && named.containsKey(name);
    }

    /** The argument of that name. */
    @Nullable
    Object named(String name) {
        return given instanceof Map<?, ?> named ? named.get(name) : null;
    }

    /** The names that tell the arguments apart, also of those that are null; none if there is one argument without a name. */
    Set<String> names() {
        return given instanceof Map<?, ?> named ? namesOf(named) : Set.of();
    }

    /** In alphabetical order, without the aliases that MyBatis adds. */
    private static Set<String> namesOf(Map<?, ?> named) {
        Set<String> names = new TreeSet<>();
        for (Object key : named.keySet()) {
            String name = String.valueOf(key);
            if (!isAlias(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static boolean isAlias(String name) {
        return ALIAS.matcher(name).matches();
    }

    /** For messages: {@code Hero}, {@code List[Hero]}, {@code Hero[]}, {@code Map[guild, heroes]}. */
    String shape() {
        if (given instanceof ParamMap<?> named) {
            List<Argument> arguments = arguments();
            return arguments.size() == 1 && !hasNamed("param2")
                    ? shapeOf(arguments.get(0).value())
                    : "Map[" + String.join(", ", namesOf(named)) + "]";
        }
        return shapeOf(given);
    }

    private static String shapeOf(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map<?, ?> map) {
            return "Map"
                    + map.keySet().stream()
                            .limit(KEYS_SHOWN)
                            .map(String::valueOf)
                            .sorted()
                            .toList();
        }
        if (value instanceof Collection<?> collection) {
            String kind = value instanceof List ? "List" : value instanceof Set ? "Set" : "Collection";
            return kind + "["
                    + (collection.isEmpty() ? "" : shapeOf(collection.iterator().next())) + "]";
        }
        String name = value.getClass().getSimpleName();
        return (value instanceof Record ? "record " : value instanceof Iterable ? "Iterable " : "")
                + (name.isEmpty() ? value.getClass().getName() : name);
    }
}
