package io.snowflakeid.json;

import io.snowflakeid.internal.ApplicationLog;
import java.lang.reflect.AnnotatedElement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Logs a warning for {@code long} values that JavaScript may round. Each mapper logs at most one warning for a property. This class is thread-safe.
 *
 * @param warned the names of the properties for which the mapper has logged a warning
 * @param property the name of the property whose values are checked
 */
public record UnsafeNumbers(Set<String> warned, String property) {

    private static final System.Logger LOG = ApplicationLog.of(UnsafeNumbers.class);
    private static final long LARGEST_SAFE = 9007199254740991L; // 2^53 - 1, Number.MAX_SAFE_INTEGER in JavaScript

    /** Creates an instance for a new mapper. */
    public UnsafeNumbers() {
        this(ConcurrentHashMap.newKeySet(), "a value without a property");
    }

    /** Returns an instance for the property of the given field or getter, or this instance if the member is null. */
    public UnsafeNumbers of(@Nullable AnnotatedElement member) {
        return member == null ? this : new UnsafeNumbers(warned, JsonMember.nameOf(member));
    }

    /** Returns the value, and logs a warning for the property's first value that JavaScript may round. */
    public long checked(long value) {
        if ((value > LARGEST_SAFE || value < -LARGEST_SAFE) && warned.add(property)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    property + " is written to JSON as the number " + value + ", but JavaScript rounds numbers"
                            + " outside of -9007199254740991..9007199254740991: write text, by @SnowflakeRef on the property or by"
                            + " snowflake.json=all-longs (TextFor.ALL_LONGS); or confirm the number, by @JsonFormat(shape = NUMBER)");
        }
        return value;
    }
}
