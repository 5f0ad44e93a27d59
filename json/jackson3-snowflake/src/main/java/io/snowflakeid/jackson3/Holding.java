package io.snowflakeid.jackson3;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JavaType;

/** What a type can hold, seen as that of a marked property. */
enum Holding {

    /** One id, as a number. */
    LONG,

    /** Ids as numbers, in something that Jackson takes apart. */
    LONGS,

    /** Ids as text, or as keys of a map, which are text in JSON: nothing needs to be done. */
    TEXT,

    /** Perhaps an id; the value will tell. */
    ANYTHING,

    /** No id. */
    NONE;

    static final String WAY_OUT = "make it long, Long, String, or an array, collection, Optional or map of these";

    /** Types of keys that MyBatis-Plus fills with ids, and that a mark does not allow. */
    private static final Set<Class<?>> BIG_NUMBERS = Set.of(BigInteger.class, BigDecimal.class);

    private static final Set<Class<?>> LONGS_ALONE = Set.of(long[].class, AtomicLong.class, OptionalLong.class);

    static Holding of(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw == long.class || raw == Long.class) {
            return LONG;
        }
        if (LONGS_ALONE.contains(raw)) {
            return LONGS;
        }
        if (CharSequence.class.isAssignableFrom(raw)) {
            return TEXT;
        }
        if (type.isMapLikeType()) {
            return ofMap(of(type.getKeyType()), of(type.getContentType()));
        }
        if (type.hasContentType()) {
            Holding content = of(type.getContentType());
            return content == LONG ? LONGS : content == ANYTHING ? NONE : content;
        }
        return raw.isAssignableFrom(Long.class) ? ANYTHING : NONE;
    }

    /** Whether another framework may assign an id to it. */
    static boolean isAssignable(JavaType type) {
        return of(type) == LONG || BIG_NUMBERS.contains(type.getRawClass());
    }

    boolean isNumeric() {
        return this == LONG || this == LONGS;
    }

    boolean mayBeNumeric() {
        return isNumeric() || this == ANYTHING;
    }

    private static Holding ofMap(Holding keys, Holding values) {
        return switch (values) {
            case LONG, LONGS -> LONGS;
            case TEXT -> TEXT;
            // its values may be ids, and nobody says so
            case ANYTHING -> NONE;
            case NONE -> ofKeys(keys);
        };
    }

    /** Of a map whose values are no ids, whatever they could be. */
    static Holding ofKeysOf(JavaType map) {
        return map.isMapLikeType() ? ofKeys(of(map.getKeyType())) : NONE;
    }

    private static Holding ofKeys(Holding keys) {
        return keys == LONG || keys == TEXT ? TEXT : NONE;
    }

    static String refusal(String property, String type, String wayOut) {
        return property + " is marked with @SnowflakeRef, or with an annotation that bears it, but its type " + type
                + " is not known to hold ids: " + wayOut + ", or take the annotation off";
    }

    static String wayOut(JavaType type, boolean keysOnly) {
        if (keysOnly) {
            return "say keysOnly only on a map whose keys are long, Long or String";
        }
        return type.isMapLikeType()
                ? "make its keys or values Long or String, and say keysOnly = true if its values are no ids"
                : WAY_OUT;
    }
}
