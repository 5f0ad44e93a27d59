package io.snowflakeid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a property that contains existing Snowflake ids, such as a foreign key, the id in a DTO, or a list of ids. The JSON modules write the ids of
 * a marked property as text, because JavaScript rounds large numbers.
 *
 * <pre>{@code
 * record MailView(@SnowflakeRef long id, @SnowflakeRef List<Long> readers, long sizeBytes) {}
 * }</pre>
 *
 * <p>The type of a marked property is {@code long}, {@code Long} or {@code String}, or an array, collection, {@code Optional} or map of ids, at any
 * depth. {@code SnowflakeRef} may mark an object that Jackson writes as an id ({@code @JsonIdentityReference(alwaysAsId = true)}). The annotation
 * does not generate or check ids.
 *
 * <p>An annotation that is itself annotated with {@code @SnowflakeRef} also marks a property. A property with an annotation {@code SnowflakeId} of
 * Hibernate or MyBatis does not need {@code @SnowflakeRef}.
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
     * Returns true if only the keys of a map are ids, for example in a map from hero ids to scores. By default, the annotation applies to both the
     * keys and the values of a map.
     */
    boolean keysOnly() default false;
}
