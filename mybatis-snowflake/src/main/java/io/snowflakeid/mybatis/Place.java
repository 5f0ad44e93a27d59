package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that may be rows, with the path of arguments, fields and keys to the values.
 *
 * @param path the path as in keyProperty, such as {@code order.items}, or an empty text for the parameter itself
 * @param plural true if the path contains a collection or an array, or false if the path has one value
 * @param values the values in order of iteration
 */
record Place(String path, boolean plural, List<@Nullable Object> values) {

    /** The maximum depth of nested collections. The depth is limited because a collection may contain itself. */
    private static final int LEVELS = 16;

    /**
     * Flattens a value. A collection or an array becomes its elements, at all levels of nesting. A map entry becomes its value, as in a
     * {@code foreach} element. Any other value does not change.
     */
    static Place of(String path, boolean plural, @Nullable Object value) {
        List<@Nullable Object> values = new ArrayList<>();
        boolean container = add(value, values, LEVELS);
        return new Place(path, plural || container, values);
    }

    /** Adds an element, or the content of an element that is a container. Returns true if the element was a container. */
    private static boolean add(@Nullable Object element, List<@Nullable Object> values, int levels) {
        Object value = element instanceof Map.Entry<?, ?> entry && RowType.markedIdOf(element) == null
                ? entry.getValue()
                : element;
        Collection<? extends @Nullable Object> content = value instanceof Collection<?> collection
                ? collection
                : value instanceof Object[] array ? Arrays.asList(array) : null;
        if (content == null || levels == 0) {
            values.add(value);
            return false;
        }
        for (Object each : content) {
            add(each, values, levels - 1);
        }
        return true;
    }

    /** Returns the place for the given content of a property or key. */
    Place behind(String name, @Nullable Object held) {
        return of(keyPropertyFor(name), plural, held);
    }

    /** Returns the place for the contents of a property or key that all values have. */
    Place behindAll(String name) {
        List<@Nullable Object> held = new ArrayList<>();
        values.forEach(owner -> held.add(owner == null ? null : RowType.read(owner, name)));
        return behind(name, plural ? held : held.get(0));
    }

    /** Returns the keyProperty that names a property of the values. */
    String keyPropertyFor(String property) {
        return path.isEmpty() ? property : path + "." + property;
    }
}
