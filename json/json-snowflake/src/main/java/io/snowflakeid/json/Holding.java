package io.snowflakeid.json;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a type can hold, as the type of a property that is marked. */
public enum Holding {

    /** Ids as numbers: one, or several in something that Jackson writes element by element. */
    NUMBERS,

    /** Ids as text, or as keys of a map, which are text in JSON: nothing needs to be done. */
    TEXT,

    /** No id, as far as the type says. */
    NONE;

    /** The types of one number of 64 bits. */
    public static final Set<Class<?>> LONGS = Set.of(long.class, Long.class);

    /**
     * What a type of Jackson's holds.
     *
     * @param content gives the type of an array's, a collection's or an {@code Optional}'s elements, or of a map's values
     * @param key gives the type of a map's keys
     */
    public static <T> Holding of(
            T type, Function<T, Class<?>> raw, Function<T, @Nullable T> content, Function<T, @Nullable T> key) {
        T held = content.apply(type);
        if (held == null) {
            return of(raw.apply(type));
        }
        Holding values = of(held, raw, content, key);
        T keys = key.apply(type);
        return values == NONE && keys != null ? of(keys, raw, content, key).asKeys() : values;
    }

    private static Holding of(Class<?> type) {
        if (LONGS.contains(type)) {
            return NUMBERS;
        }
        return CharSequence.class.isAssignableFrom(type) ? TEXT : NONE;
    }

    /** What a map with these keys holds if its values are no ids, whatever their type. */
    Holding asKeys() {
        return this == NONE ? NONE : TEXT;
    }
}
