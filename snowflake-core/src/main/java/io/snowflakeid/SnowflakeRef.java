package io.snowflakeid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a property with Snowflake ids that are made elsewhere: a foreign key, the id in a DTO, a list of ids. The JSON modules write such an id as
 * text, since a number loses its last digits in JavaScript.
 *
 * <pre>{@code
 * record MailView(@SnowflakeRef long id, @SnowflakeRef List<Long> readers, long sizeBytes) {}
 * }</pre>
 *
 * <p>The type of the property is {@code long}, {@code Long}, {@code String} (which is not changed), an array, collection, {@code Optional}
 * or map of these, nested at will, or an object of which Jackson writes only the id
 * ({@code @JsonIdentityReference(alwaysAsId = true)}). The annotation generates and checks no ids.
 *
 * <p>An annotation that has {@code @SnowflakeRef} marks properties, too, as {@code @SnowflakeId} for Hibernate and for MyBatis does:
 *
 * <pre>{@code
 * @SnowflakeRef
 * @Retention(RetentionPolicy.RUNTIME)
 * @interface HeroId {}
 * }</pre>
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
     * Whether only the keys of a map are ids, as in a {@code Map<Long, Long>} from a hero to a score. By default, values of type {@code long} are
     * ids, too: a count that is written as text is noticed, but a damaged id is not.
     */
    boolean keysOnly() default false;
}
