package io.snowflakeid.mybatis;

import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the id property of a row class. Put this annotation on the field or the getter. The property's type must be {@code long}, {@code Long} or
 * {@code String}. A {@code String} contains the id in the text form {@link #format}. {@link SnowflakeInterceptor} sets the id before the row is
 * inserted, unless the id is set already. A value of {@code null} or primitive {@code 0} means that the id is not set.
 *
 * <p>A class can have only one annotated property, including properties of its superclasses and interfaces. If the layout has gene bits,
 * {@link #geneFrom} and {@link #geneOf} set these bits so that related rows are in the same shard. Without {@code geneFrom} and {@code geneOf}, the
 * generator chooses evenly distributed gene bits.
 *
 * <p>The values of {@code geneFrom} and {@code geneOf} are property names separated by dots, such as {@code customer.tenantId}. A path starts at the
 * row. The insert fails if a value on the path is null.
 */
@SnowflakeRef
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeId {

    /**
     * The name of the source of ids ({@link SnowflakeInterceptor#addGenerator}), such as segments. An empty name means the interceptor's own
     * generator.
     */
    String generator() default "";

    /**
     * The property path from the row to the sharding key. The sharding key is a {@code String} or a whole number ({@code long}, {@code int},
     * {@code short}, {@code byte}, or a wrapper of these types). {@link io.snowflakeid.Gene#ofKey} computes the gene bits from the sharding key.
     */
    String geneFrom() default "";

    /**
     * The property path from the row to the parent, or to the parent's id ({@code long}, {@code Long} or {@code String}). The gene bits are copied
     * from the parent's id. If {@code geneOf} names a parent object, the parent's id must be set and have the annotation {@code SnowflakeId}. A
     * parent's id of type {@code String} is parsed in the format of its annotation, or in {@link #format} if the id has no annotation.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String} property, which is {@code decimal}, {@code base62} or {@code crockford32}, optionally with the suffix
     * {@code -fixed} (see {@link io.snowflakeid.IdFormat#of}). A {@code long} or {@code Long} property supports only the format {@code decimal}.
     */
    String format() default "decimal";
}
