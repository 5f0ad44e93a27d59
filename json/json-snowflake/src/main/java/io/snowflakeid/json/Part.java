package io.snowflakeid.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.IdProperties;
import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field, an accessor or a parameter as Jackson sees it, and the decision whether it holds ids. Immutable and thread-safe.
 *
 * @param name its name in messages, such as {@code app.Hero.getId()}
 * @param owner the class that declares it
 * @param member its own name; empty for a parameter
 * @param type its type in messages
 * @param holding what its type holds
 * @param keys what the keys of its type hold, or {@code null} if it is no map
 * @param annotations its annotations, and those of all that Jackson ties together with it
 * @param hasOwnWriter whether it names a serializer or a converter of its own
 * @param hasOwnReader whether it names a deserializer or a converter of its own
 */
public record Part(
        String name,
        Class<?> owner,
        String member,
        String type,
        Holding holding,
        @Nullable Holding keys,
        Function<Class<? extends Annotation>, @Nullable Annotation> annotations,
        boolean hasOwnWriter,
        boolean hasOwnReader) {

    private static final List<IdProperties> ID_PROPERTIES =
            ServiceLoader.load(IdProperties.class, Part.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /**
     * Whether it is marked, and its numbers are written as text.
     *
     * @throws IllegalArgumentException if it is marked and its type cannot hold ids
     */
    public boolean isWrittenAsText() {
        return !isWrittenByItsOwn() && holdsMarkedNumbers();
    }

    /**
     * Whether it is marked, and its numbers are read as ids.
     *
     * @throws IllegalArgumentException if it is marked and its type cannot hold ids
     */
    public boolean isReadAsIds() {
        return !hasOwnReader && holdsMarkedNumbers();
    }

    /** Whether it is marked, and its numbers are text in JSON; a type that cannot hold ids is not refused here. */
    public boolean isText() {
        SnowflakeRef mark = annotation(SnowflakeRef.class);
        return mark != null && !isWrittenByItsOwn() && marked(mark).holdsNumbers();
    }

    /** Whether it says itself how it is written: by a serializer, a converter, or as a number. */
    public boolean isWrittenByItsOwn() {
        return hasOwnWriter || isNumber(annotation(JsonFormat.class));
    }

    /** Whether a format of a property's own makes it a number. */
    public static boolean isNumber(@Nullable JsonFormat own) {
        return own != null && own.shape().isNumeric();
    }

    /** Whether an {@link IdProperties} may know it, as it holds one id as a number. */
    public boolean mayBeAssigned() {
        return holding.isOneNumber() && !ID_PROPERTIES.isEmpty();
    }

    /** Whether an {@link IdProperties} knows it by this name. */
    public boolean isAssigned(String property) {
        return mayBeAssigned() && ID_PROPERTIES.stream().anyMatch(ids -> ids.isId(owner, property));
    }

    boolean isMarked() {
        return annotation(SnowflakeRef.class) != null;
    }

    /** Whether it is said of this member that it holds ids as numbers, and nothing else. */
    boolean isIdByItself() {
        if (annotation(JsonIgnore.class) != null || annotation(JsonProperty.class) != null) {
            return false;
        }
        return isMarked() ? holding.mayHoldNumbers() : isAssigned(member);
    }

    private boolean holdsMarkedNumbers() {
        SnowflakeRef mark = annotation(SnowflakeRef.class);
        if (mark == null) {
            return false;
        }
        Holding marked = marked(mark);
        if (marked == Holding.BIG_NUMBER || marked == Holding.NONE) {
            throw new IllegalArgumentException(
                    name + " is marked with @SnowflakeRef, or with an annotation that bears it, but its type " + type
                            + " is not known to hold ids: " + wayOut(mark) + ", or take the annotation off");
        }
        return marked.mayHoldNumbers();
    }

    private Holding marked(SnowflakeRef mark) {
        JsonIdentityReference reference = annotation(JsonIdentityReference.class);
        if (reference != null && reference.alwaysAsId()) {
            return Holding.NUMBERS; // objects of which Jackson writes nothing but the ids
        }
        if (mark.keysOnly()) {
            return keys == null ? Holding.NONE : keys.asKeys();
        }
        return holding;
    }

    private String wayOut(SnowflakeRef mark) {
        if (mark.keysOnly()) {
            return "say keysOnly only on a map whose keys are long, Long or String";
        }
        return keys == null
                ? "make it long, Long, String, or an array, collection, Optional or map of these"
                : "make its keys or values Long or String, and say keysOnly = true if its values are no ids";
    }

    private <A extends Annotation> @Nullable A annotation(Class<A> kind) {
        return kind.cast(annotations.apply(kind));
    }
}
