package io.snowflakeid.mybatis;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for rows that want an id inside values that are no rows themselves: wrapper objects, maps, lists of lists. A marked row
 * whose id is set is taken for a reference, unless the statement has a key generator, which could overwrite it.
 *
 * <p>Looks into the fields of the parameter's own objects and through collections, arrays and maps, three deep; of an
 * {@link Iterable} that is no collection, at the first element.
 */
final class HiddenRows {

    private static final int CONTAINERS_DEEP = 3;

    private final RowTypes types;

    HiddenRows(RowTypes types) {
        this.types = types;
    }

    /** The first one's id property, for messages, or null. */
    @Nullable
    IdProperty firstIn(List<Object> arguments, boolean evenIfSet) {
        return firstIn(arguments, evenIfSet, 1, CONTAINERS_DEEP);
    }

    private @Nullable IdProperty firstIn(
            Collection<? extends @Nullable Object> values, boolean evenIfSet, int objectsDeep, int containersDeep) {
        for (Object value : values) {
            IdProperty found = value == null ? null : find(value, evenIfSet, objectsDeep, containersDeep);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable IdProperty find(Object value, boolean evenIfSet, int objectsDeep, int containersDeep) {
        RowType type = types.of(value.getClass());
        IdProperty id = type.markedId();
        if (id != null) {
            return evenIfSet || id.isUnset(value) ? id : null;
        }
        Collection<? extends @Nullable Object> contained = contentOf(value);
        if (contained != null) {
            return containersDeep == 0 ? null : firstIn(contained, evenIfSet, objectsDeep, containersDeep - 1);
        }
        return objectsDeep == 0
                ? null
                : firstIn(type.valuesThatMayHoldRows(value), evenIfSet, objectsDeep - 1, containersDeep);
    }

    /** What a container holds, or null if the value is none. */
    private static @Nullable Collection<? extends @Nullable Object> contentOf(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        if (value instanceof Map<?, ?> map) {
            return map.values();
        }
        if (value instanceof Iterable<?> iterable && !(value instanceof Path)) {
            Iterator<?> elements = iterable.iterator();
            return elements.hasNext() ? Arrays.asList(elements.next()) : List.of();
        }
        return null;
    }
}
