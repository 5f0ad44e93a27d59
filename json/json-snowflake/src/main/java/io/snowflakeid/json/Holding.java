package io.snowflakeid.json;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a type can hold, as the type of a property that is marked. */
public enum Holding {

    /** One id, as a number. */
    NUMBER,

    /** Ids as numbers, in something that Jackson writes element by element. */
    NUMBERS,

    /** Ids as text, or as keys of a map, which are text in JSON: nothing needs to be done. */
    TEXT,

    /** Perhaps an id; only the value says so. */
    ANYTHING,

    /** No id. */
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
        Holding values = of(held, raw, content, key).contained();
        T keys = key.apply(type);
        return keys != null && values == NONE ? of(keys, raw, content, key).asKeys() : values;
    }

    private static Holding of(Class<?> type) {
        if (LONGS.contains(type)) {
            return NUMBER;
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return TEXT;
        }
        return type.isAssignableFrom(Long.class) ? ANYTHING : NONE;
    }

    private Holding contained() {
        return switch (this) {
            case NUMBER, NUMBERS -> NUMBERS;
            case TEXT -> TEXT;
            case ANYTHING, NONE -> NONE;
        };
    }

    /** What a map with these keys holds if its values are no ids, whatever their type. */
    Holding asKeys() {
        return this == NUMBER || this == TEXT ? TEXT : NONE;
    }

    /** Whether a mark makes its numbers text. */
    public boolean holdsNumbers() {
        return this == NUMBER || this == NUMBERS;
    }
}
