package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list of values that may be rows, with the {@code keyProperty} path to these values.
 *
 * @param path the property path from the parameter to the values, such as {@code order.items}. The path to the parameter is an empty string.
 * @param plural true if a collection or an array is on the path
 * @param values the values in iteration order
 */
record Place(String path, boolean plural, List<@Nullable Object> values) {

    /** Replaces nested collections and arrays with their elements. A map entry is replaced with its value, as in a {@code foreach} element. */
    static Place of(String path, boolean plural, @Nullable Object value) {
        List<@Nullable Object> values = new ArrayList<>(value instanceof Collection<?> all ? all.size() : 1);
        boolean container = add(value, values);
        return new Place(path, plural || container, values);
    }

    /** Returns true if the value is a collection or an array. */
    private static boolean add(@Nullable Object element, List<@Nullable Object> values) {
        Object value = element instanceof Map.Entry<?, ?> entry && RowType.markedIdOf(element) == null
                ? entry.getValue()
                : element;
        Collection<? extends @Nullable Object> content = value instanceof Collection<?> collection
                ? collection
                : value instanceof Object[] array ? Arrays.asList(array) : null;
        if (content == null) {
            values.add(value);
            return false;
        }
        for (Object each : content) {
            add(each, values);
        }
        return true;
    }

    /** Returns the given property value as a list of possible rows. */
    Place behind(String name, @Nullable Object held) {
        return of(keyPropertyFor(name), plural, held);
    }

    Place behindAll(String name) {
        List<@Nullable Object> held = new ArrayList<>();
        values.forEach(owner -> held.add(owner == null ? null : RowType.read(owner, name)));
        return behind(name, plural ? held : held.get(0));
    }

    /** Appends a property name to the path. */
    String keyPropertyFor(String property) {
        return path.isEmpty() ? property : path + "." + property;
    }
}
