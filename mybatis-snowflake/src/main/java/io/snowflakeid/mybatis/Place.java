package io.snowflakeid.mybatis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that may be rows, and the way to them: the name of an argument, of one of its fields or keys.
 *
 * @param path as keyProperty would have it, such as {@code order.items}; empty for the parameter itself
 * @param plural true if a collection or the like is on the way, so that there may be many
 */
record Place(String path, boolean plural, List<? extends @Nullable Object> values) {

    /** What keyProperty must be to point at a property of what is here. */
    String keyPropertyFor(String property) {
        return path.isEmpty() ? property : path + "." + property;
    }
}
