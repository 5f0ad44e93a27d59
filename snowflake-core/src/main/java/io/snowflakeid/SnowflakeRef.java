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
 * <p>The type of the property is {@code long}, {@code Long}, or {@code String}, which is written unchanged. Arrays, collections, {@code Optional} and
 * maps of ids are also possible, at any depth. The property may also be an object of which Jackson writes only the id
 * ({@code @JsonIdentityReference(alwaysAsId = true)}). The annotation does not generate or check ids.
 *
 * <p>An annotation that has {@code @SnowflakeRef} also marks properties. For example, {@code @SnowflakeId} for Hibernate and for MyBatis has
 * {@code @SnowflakeRef}, and an annotation of an application can have {@code @SnowflakeRef}, too.
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
     * Returns true if only the keys of a map are ids, such as in a map from a hero's id to a score. By default, values of type {@code long} are ids,
     * too, because a number that is written as text is easier to notice than a damaged id.
     */
    boolean keysOnly() default false;
}
