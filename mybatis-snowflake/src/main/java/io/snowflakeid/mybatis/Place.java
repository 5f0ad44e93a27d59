package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that may be rows, and the way to them: the name of an argument, of one of its fields or keys.
 *
 * @param path as keyProperty would have it, such as {@code order.items}; empty for the parameter itself
 * @param plural true if a collection or an array is on the way, so that there may be many; else there is one
 * @param values in the order of iteration
 */
record Place(String path, boolean plural, List<@Nullable Object> values) {

    /** Deeper nesting is taken for a collection that contains itself. */
    private static final int LEVELS = 16;

    /**
     * What a value stands for: the content of a collection or an array, through all levels of nesting; else itself. An entry of a map
     * stands for its value, as it does in {@code <foreach>}.
     */
    static Place of(String path, boolean plural, @Nullable Object value) {
        List<@Nullable Object> values = new ArrayList<>();
        boolean container = add(value, values, LEVELS);
        return new Place(path, plural || container, values);
    }

    /** Returns true if the element was a container. */
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

    /** What a property or key of one of these values holds. */
    Place behind(String name, @Nullable Object held) {
        return of(keyPropertyFor(name), plural, held);
    }

    /** What a property or key of all these values holds. Each of them has it. */
    Place behindAll(String name) {
        List<@Nullable Object> held = new ArrayList<>();
        values.forEach(owner -> held.add(owner == null ? null : RowType.read(owner, name)));
        return behind(name, plural ? held : held.get(0));
    }

    /** What keyProperty must be to point at a property of what is here. */
    String keyPropertyFor(String property) {
        return path.isEmpty() ? property : path + "." + property;
    }
}
