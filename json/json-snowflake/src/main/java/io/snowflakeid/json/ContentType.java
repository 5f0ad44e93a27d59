package io.snowflakeid.json;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kind of ids that the type of an annotated property contains. */
public enum ContentType {

    /** The type is a long, or a container of longs that Jackson writes element by element. */
    NUMBERS,

    /** The type contains ids as text, or as keys of a map. Texts and keys of maps need no conversion, because both are text in JSON. */
    TEXT,

    /** The type contains no ids. */
    NONE;

    /** The Java types of a 64-bit number. */
    public static final Set<Class<?>> LONGS = Set.of(long.class, Long.class);

    /**
     * Returns the kind of ids that a Jackson type contains.
     *
     * @param content returns the element type of an array, a collection or an {@code Optional}, or the value type of a map
     * @param key returns the type of a map's keys
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

    /** Returns the kind of ids in a map whose keys have this kind and whose values are not ids. */
    ContentType asKeys() {
        return this == NONE ? NONE : TEXT;
    }
}
