package io.snowflakeid.json;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kind of ids that a type contains, for the type of an annotated property. */
public enum ContentType {

    /** Ids as numbers: one, or several in a container that Jackson writes element by element. */
    NUMBERS,

    /** Ids as text, or as keys of a map, which are text in JSON. They need no conversion. */
    TEXT,

    /** No ids, according to the type. */
    NONE;

    /** The types of a 64-bit number. */
    public static final Set<Class<?>> LONGS = Set.of(long.class, Long.class);

    /**
     * The content of a Jackson type.
     *
     * @param content gives the type of an array's, a collection's or an {@code Optional}'s elements, or of a map's values
     * @param key gives the type of a map's keys
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

    /** The content of a map with these keys whose values are not ids. */
    ContentType asKeys() {
        return this == NONE ? NONE : TEXT;
    }
}
