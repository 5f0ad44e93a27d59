package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.jspecify.annotations.Nullable;

/**
 * What a mapper method was called with, as MyBatis hands it to the executor. Several arguments, a named one, a collection and an
 * array arrive in a {@link ParamMap}, in which one value often has several names ({@code heroes}, {@code list},
 * {@code collection}, {@code param1}); here each value counts once, by identity.
 */
final class Parameter {

    private static final int KEYS_SHOWN = 8;

    private final @Nullable Object given;

    Parameter(@Nullable Object given) {
        this.given = given;
    }

    /** The values given, without nulls, each instance once. */
    List<Object> arguments() {
        if (given == null) {
            return List.of();
        }
        if (!(given instanceof ParamMap<?> named)) {
            return List.of(given);
        }
        Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> arguments = new ArrayList<>();
        for (Object value : named.values()) {
            if (value != null && distinct.add(value)) {
                arguments.add(value);
            }
        }
        return arguments;
    }

    /** True if an argument has that name, even if it is null. */
    boolean hasNamed(String name) {
        return given instanceof ParamMap<?> named && named.containsKey(name);
    }

    /** The argument of that name, in a list; an empty one if it is null. */
    List<Object> named(String name) {
        Object value = given instanceof ParamMap<?> named ? named.get(name) : null;
        return value == null ? List.of() : List.of(value);
    }

    /** The rows that an argument stands for: the elements of a collection or an array, else itself. */
    static List<? extends @Nullable Object> elementsOf(Object argument) {
        if (argument instanceof Collection<?> collection) {
            return Arrays.asList(collection.toArray());
        }
        return argument instanceof Object[] array ? Arrays.asList(array) : List.of(argument);
    }

    /** The names that tell the arguments apart, in alphabetical order: without the aliases that MyBatis adds. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        if (given instanceof ParamMap<?> named) {
            for (Map.Entry<String, ?> entry : named.entrySet()) {
                if (!isAlias(entry.getKey())) {
                    names.add(entry.getKey());
                }
            }
        }
        return names;
    }

    private static boolean isAlias(String name) {
        return name.matches("param\\d+");
    }

    /** For messages: {@code Hero}, {@code List[Hero]}, {@code Hero[]}, {@code Map[guild, heroes]}. */
    String shape() {
        if (given instanceof ParamMap<?>) {
            List<Object> arguments = arguments();
            return arguments.size() == 1 && !namesSeveralArguments()
                    ? shapeOf(arguments.get(0))
                    : "Map[" + String.join(", ", names()) + "]";
        }
        return shapeOf(given);
    }

    private boolean namesSeveralArguments() {
        return hasNamed("param2");
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
