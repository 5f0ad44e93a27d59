package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.jspecify.annotations.Nullable;

/**
 * What a mapper method was called with, as MyBatis hands it to the executor. Several arguments, a named one, a collection and an
 * array arrive in a {@link ParamMap}, in which one value often has several names ({@code heroes}, {@code list},
 * {@code collection}, {@code param1}); here each value counts once, by identity. A map that the application made is read likewise.
 */
record Parameter(@Nullable Object given) {

    private static final int KEYS_SHOWN = 8;
    private static final Pattern ALIAS = Pattern.compile("param\\d+");
    private static final Set<String> MADE_BY_MYBATIS = Set.of("collection", "list", "array");

    /** True if it is a map that the application made, not one that MyBatis made of several parameters. */
    boolean isMapOfTheApplication() {
        return given instanceof Map && !(given instanceof ParamMap);
    }

    /** True if it is a statement of mybatis-dynamic-sql, which brings its SQL along. */
    boolean isOfDynamicSql() {
        return given != null && given.getClass().getName().startsWith("org.mybatis.dynamic.sql.");
    }

    /** The values given, without nulls, each instance once: under its name, or none if it is the only one and has none. */
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

    /** The names that tell the arguments apart, without the aliases that MyBatis adds; none if there is one without a name. */
    List<String> names() {
        return given instanceof Map<?, ?> named
                ? named.keySet().stream()
                        .map(String::valueOf)
                        .filter(name -> !isAlias(name))
                        .sorted()
                        .toList()
                : List.of();
    }

    private static boolean isAlias(String name) {
        return ALIAS.matcher(name).matches();
    }

    /** For messages: {@code Hero}, {@code List[Hero]}, {@code Hero[]}, {@code Map[guild, heroes]}. */
    String shape() {
        if (!(given instanceof ParamMap<?> named)) {
            return shapeOf(given);
        }
        Object first =
                named.values().stream().filter(Objects::nonNull).findFirst().orElse(null);
        return first == null || named.containsKey("param2") ? "Map" + names() : shapeOf(first);
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
        return (value instanceof Record ? "record " : "")
                + (name.isEmpty() ? value.getClass().getName() : name);
    }
}
