package io.snowflakeid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Refers to rows by their Snowflake ids: a foreign key, the id in a DTO, a list of ids. Whoever writes such a property for
 * JavaScript has to write text, as a number loses its last digits there; the JSON modules do.
 *
 * <pre>{@code
 * record MailView(@SnowflakeRef long id, @SnowflakeRef List<Long> readers, long sizeBytes) {}
 * }</pre>
 *
 * <p>It stands on a field, a getter or setter, a parameter or a record component. Its type is {@code long} or {@code Long}, a
 * {@code String} (which stays as it is), or an array, collection, {@code Optional} or map of these, nested at will. Objects of which
 * Jackson writes nothing but the id ({@code @JsonIdentityReference(alwaysAsId = true)}) may bear it too.
 *
 * <p>On an annotation it makes that one count as well: the {@code @SnowflakeId}s of Hibernate and MyBatis bear it, and annotations of
 * your own may.
 *
 * <pre>{@code
 * @SnowflakeRef
 * @Retention(RetentionPolicy.RUNTIME)
 * @interface HeroId {}
 * }</pre>
 *
 * <p>It makes no ids and checks none.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER,
    ElementType.RECORD_COMPONENT,
    ElementType.ANNOTATION_TYPE
})
public @interface SnowflakeRef {

    /**
     * On a map: whether its keys alone are ids, and its values are counts, as in {@code Map<Long, Long>} from a hero to a score.
     * Without it, values of type {@code long} are taken for ids too: a count that is written as text is noticed, an id that is
     * written as a number is lost in silence. Values that can be no ids, such as {@code Integer}, need it not.
     */
    boolean keysOnly() default false;
}
