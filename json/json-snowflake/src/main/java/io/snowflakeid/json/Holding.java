package io.snowflakeid.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** What a type can hold, as the type of a property that is marked. */
public enum Holding {

    /** One id, as a number. */
    NUMBER,

    /** One id, as a number that may have more than 64 bits: a mark does not allow it, but another framework may assign it. */
    BIG_NUMBER,

    /** Ids as numbers, in something that Jackson writes element by element. */
    NUMBERS,

    /** Ids as text, or as keys of a map, which are text in JSON: nothing needs to be done. */
    TEXT,

    /** Perhaps an id; only the value says so. */
    ANYTHING,

    /** No id. */
    NONE;

    /** The types of one number of 64 bits. */
    public static final Set<Class<?>> LONGS = Set.of(long.class, Long.class, AtomicLong.class, OptionalLong.class);

    /** What a type holds that is no array, collection, {@code Optional} or map. */
    public static Holding of(Class<?> type) {
        if (LONGS.contains(type)) {
            return NUMBER;
        }
        if (type == BigInteger.class || type == BigDecimal.class) {
            return BIG_NUMBER;
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return TEXT;
        }
        return type.isAssignableFrom(Long.class) ? ANYTHING : NONE;
    }

    /** What an array, a collection or an {@code Optional} of this holds. */
    public Holding contained() {
        return switch (this) {
            case NUMBER, NUMBERS -> NUMBERS;
            case TEXT -> TEXT;
            case BIG_NUMBER, ANYTHING, NONE -> NONE;
        };
    }

    /** What a map with these values holds. */
    public Holding inMap(Holding keys) {
        return this == BIG_NUMBER || this == NONE ? keys.asKeys() : contained();
    }

    /** What a map with these keys holds if its values are no ids, whatever their type. */
    Holding asKeys() {
        return this == NUMBER || this == TEXT ? TEXT : NONE;
    }

    /** Whether it is one id as a number. */
    public boolean isOneNumber() {
        return this == NUMBER || this == BIG_NUMBER;
    }

    /** Whether a mark makes its numbers text. */
    public boolean holdsNumbers() {
        return this == NUMBER || this == NUMBERS;
    }

    boolean mayHoldNumbers() {
        return holdsNumbers() || this == ANYTHING;
    }
}
