package io.snowflakeid.mybatis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that an argument stands for: what a collection, an array or another {@link Iterable} holds, through all levels of
 * nesting; else itself. A map is one value. An entry of a map stands for its value, as it does in {@code <foreach>}.
 *
 * @param plural true if the argument holds values, rather than being one
 * @param values in the order of iteration
 */
record Elements(boolean plural, List<@Nullable Object> values) {

    /** Deeper nesting is taken for a collection that contains itself. */
    private static final int LEVELS = 16;

    static Elements of(Object argument, RowTypes types, Refusal refusal) {
        Object item = itemOf(argument, types);
        Collection<? extends @Nullable Object> content = item == null ? null : contentOf(item, types, refusal);
        if (content == null) {
            return new Elements(false, Collections.singletonList(item));
        }
        List<@Nullable Object> values = new ArrayList<>(content.size());
        addAll(content, values, LEVELS, types, refusal);
        return new Elements(true, values);
    }

    private static void addAll(
            Collection<? extends @Nullable Object> content,
            List<@Nullable Object> values,
            int levels,
            RowTypes types,
            Refusal refusal) {
        for (Object element : content) {
            Object value = itemOf(element, types);
            Collection<? extends @Nullable Object> nested =
                    value == null || levels == 0 ? null : contentOf(value, types, refusal);
            if (nested == null) {
                values.add(value);
            } else {
                addAll(nested, values, levels - 1, types, refusal);
            }
        }
    }

    private static @Nullable Object itemOf(@Nullable Object element, RowTypes types) {
        return element instanceof Map.Entry<?, ?> entry && types.markedIdOf(element) == null
                ? entry.getValue()
                : element;
    }

    /** What a container holds, or null if the value is none. */
    private static @Nullable Collection<? extends @Nullable Object> contentOf(
            Object value, RowTypes types, Refusal refusal) {
        if (value instanceof Collection<?> collection) {
            return Arrays.asList(collection.toArray());
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        boolean container = value instanceof Iterable
                && !(value instanceof Path)
                && types.of(value.getClass()).markedId() == null;
        return container ? contentOf((Iterable<?>) value, refusal) : null;
    }

    /** MyBatis will iterate it as well: one that has no second iteration in it would end up without rows. */
    private static List<@Nullable Object> contentOf(Iterable<?> iterable, Refusal refusal) {
        List<@Nullable Object> content = new ArrayList<>();
        Iterator<?> first = iterable.iterator();
        first.forEachRemaining(content::add);
        if (!content.isEmpty() && !canBeIteratedAgain(iterable, first)) {
            throw refusal.because(
                    "a " + iterable.getClass().getName()
                            + " can be iterated only once, and MyBatis has to do so after the ids were set",
                    "pass a List of its elements");
        }
        return content;
    }

    private static boolean canBeIteratedAgain(Iterable<?> iterable, Iterator<?> first) {
        try {
            Iterator<?> second = iterable.iterator();
            return second != first && second.hasNext();
        } catch (IllegalStateException e) {
            return false; // as a stream, a cursor or a directory says it
        }
    }
}
