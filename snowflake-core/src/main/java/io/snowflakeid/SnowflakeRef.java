package io.snowflakeid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a property whose Snowflake ids are made elsewhere, such as a foreign key, the id in a DTO, or a list of ids. The JSON modules write the ids
 * of a marked property as text, because JavaScript rounds the last digits of a large number.
 *
 * <pre>{@code
 * record MailView(@SnowflakeRef long id, @SnowflakeRef List<Long> readers, long sizeBytes) {}
 * }</pre>
 *
 * <p>The type of the property is {@code long}, {@code Long} or {@code String}; a {@code String} is not changed. Arrays, collections,
 * {@code Optional} and maps of ids are also possible, at any depth. The property may also be an object of which Jackson writes only the id
 * ({@code @JsonIdentityReference(alwaysAsId = true)}). The annotation does not generate or check ids.
 *
 * <p>An annotation that has {@code @SnowflakeRef} also marks properties. Examples are {@code @SnowflakeId} for Hibernate and for MyBatis, and the
 * following annotation of an application.
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
     * Returns true if only the keys of a map are ids, such as in a {@code Map<Long, Long>} from a hero to a score. By default, values of type
     * {@code long} are ids, too. A number that is written as text is easy to notice, but a damaged id is not.
     */
    boolean keysOnly() default false;
}
