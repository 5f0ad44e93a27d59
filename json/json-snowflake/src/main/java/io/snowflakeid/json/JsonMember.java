package io.snowflakeid.json;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.IdProperties;
import io.snowflakeid.SnowflakeRef;
import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field, accessor or parameter that Jackson reads or writes. This class determines whether the member contains ids. This class is thread-safe.
 *
 * @param element the field, accessor method or parameter
 * @param type the name of the member's type, for error messages
 * @param content the form of the ids that the member's type can contain
 * @param keys the form of the ids that the map's keys can contain, or {@code null} if the type is not a map
 * @param annotations a function that returns an annotation by type, including annotations on other members of the same property
 * @param hasOwnWriter whether an annotation sets a serializer or a converter for the member
 * @param hasOwnReader whether an annotation sets a deserializer or a converter for the member
 */
public record JsonMember(
        AnnotatedElement element,
        String type,
        ContentType content,
        @Nullable ContentType keys,
        Function<Class<? extends Annotation>, @Nullable Annotation> annotations,
        boolean hasOwnWriter,
        boolean hasOwnReader) {

    private static final List<IdProperties> ID_PROPERTIES =
            ServiceLoader.load(IdProperties.class, JsonMember.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** Returns whether the annotation is {@link SnowflakeRef}, or is itself annotated with {@link SnowflakeRef}. */
    public static boolean isMark(Annotation annotation) {
        return annotation instanceof SnowflakeRef
                || annotation.annotationType().isAnnotationPresent(SnowflakeRef.class);
    }

    /** Returns whether an annotation is a {@link JsonFormat} with a numeric shape. */
    public static boolean isNumber(@Nullable Annotation own) {
        return own instanceof JsonFormat format && format.shape().isNumeric();
    }

    /** Returns false if the simple name of each class is {@code None}, the name of Jackson's placeholder classes. */
    public static boolean namesAny(Class<?>... ways) {
        return !Stream.of(ways).allMatch(way -> way.getSimpleName().equals("None"));
    }

    static boolean isAssigned(AnnotatedElement element) {
        return ID_PROPERTIES.stream()
                .anyMatch(ids -> ids.isId(memberOf(element).getDeclaringClass(), propertyOf(element)));
    }

    private static String propertyOf(AnnotatedElement element) {
        if (element instanceof Parameter parameter) {
            JsonProperty named = parameter.getAnnotation(JsonProperty.class);
            return named == null ? parameter.getName() : named.value();
        }
        String name = memberOf(element).getName();
        return element instanceof Method
                ? Introspector.decapitalize(name.replaceFirst("^(get|set|is)(?=\\p{Lu})", ""))
                : name;
    }

    /** Returns whether the member has {@link SnowflakeRef}, or whether an {@link IdProperties} service reports the member as an id. */
    boolean isId() {
        return annotation(SnowflakeRef.class) != null || (content == ContentType.NUMBERS && isAssigned(element));
    }

    /** Returns true if the member's {@code long} values become strings in JSON. This method throws no exception if the type cannot contain ids. */
    public boolean isText() {
        return isId() && !hasOwnForm() && marked() == ContentType.NUMBERS;
    }

    /** Returns whether an annotation sets a serializer, a converter or a numeric format for the member. */
    public boolean hasOwnForm() {
        return hasOwnWriter || isNumber(annotation(JsonFormat.class));
    }

    private static Member memberOf(AnnotatedElement element) {
        return element instanceof Parameter parameter ? parameter.getDeclaringExecutable() : (Member) element;
    }

    /** Returns the member's name for error messages, such as {@code app.Hero.getId()}. */
    static String nameOf(AnnotatedElement element) {
        Member member = memberOf(element);
        String owner = member.getDeclaringClass().getName();
        if (element instanceof Parameter parameter) {
            int index =
                    List.of(parameter.getDeclaringExecutable().getParameters()).indexOf(parameter);
            return "parameter " + (index + 1) + " of " + owner;
        }
        return owner + "." + member.getName() + (element instanceof Method ? "()" : "");
    }

    /**
     * Returns whether the numbers in the member are ids.
     *
     * @throws IllegalArgumentException if the member has {@link SnowflakeRef} and its type cannot contain ids
     */
    public boolean holdsIds() {
        if (isId() && marked() == ContentType.NONE) {
            throw new IllegalArgumentException(nameOf(element)
                    + " is marked with @SnowflakeRef, or with an annotation that has it, but its type " + type
                    + " is not known to hold ids: " + fix() + ", or take the annotation off");
        }
        return isId() && marked() == ContentType.NUMBERS;
    }

    private ContentType marked() {
        JsonIdentityReference reference = annotation(JsonIdentityReference.class);
        if (reference != null && reference.alwaysAsId()) {
            return ContentType.NUMBERS; // Jackson writes only the ids of referenced objects
        }
        if (countsKeysOnly()) {
            return keys == null ? ContentType.NONE : keys.asKeys();
        }
        return annotation(JsonAnyGetter.class) == null ? content : ContentType.NONE;
    }

    private boolean countsKeysOnly() {
        SnowflakeRef mark = annotation(SnowflakeRef.class);
        return mark != null && mark.keysOnly();
    }

    private String fix() {
        if (countsKeysOnly()) {
            return "use keysOnly only on a map whose keys are long, Long or String";
        }
        if (annotation(JsonAnyGetter.class) != null) {
            return "write them by @JsonSerialize(contentUsing = ToStringSerializer.class), as @JsonAnyGetter takes the map apart";
        }
        return keys == null
                ? "make it long, Long, String, or an array, collection, Optional or map of these"
                : "make its keys or values Long or String, and set keysOnly = true if its values are no ids";
    }

    private <A extends Annotation> @Nullable A annotation(Class<A> kind) {
        return kind.cast(annotations.apply(kind));
    }
}
