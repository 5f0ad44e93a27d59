package io.snowflakeid.json;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The form of the ids that a Java type can contain. */
public enum ContentType {

    /** The Java type is {@code long}, {@code Long}, or a container with elements of these types. */
    NUMBERS,

    /** The Java type contains ids as strings or map keys. Jackson writes strings and map keys as JSON strings without a conversion. */
    TEXT,

    /** The Java type cannot contain ids. */
    NONE;

    /** The Java types for 64-bit integers. */
    public static final Set<Class<?>> LONGS = Set.of(long.class, Long.class);

    /**
     * Returns the form of the ids that the given Jackson type can contain.
     *
     * @param content a function that returns the element type of an array, a collection or an {@code Optional}, or the value type of a map
     * @param key a function that returns the key type of a map
     */
    public static <T> ContentType of(
            T type, Function<T, Class<?>> raw, Function<T, @Nullable T> content, Function<T, @Nullable T> key) {
        T held = content.apply(type);
        if (held == null) {
            Class<?> own = raw.apply(type);
            return LONGS.contains(own) ? NUMBERS : CharSequence.class.isAssignableFrom(own) ? TEXT : NONE;
        }
        ContentType values = of(held, raw, content, key);
        T keys = key.apply(type);
        return values == NONE && keys != null ? of(keys, raw, content, key).asKeys() : values;
    }

    ContentType asKeys() {
        return this == NONE ? NONE : TEXT;
    }
}
