package io.snowflakeid.mybatis;

import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the id property of a row, on its field or its getter. The property is a {@code long}, a {@code Long}, or a {@code String} in the text form of
 * {@link #format}. {@link SnowflakeInterceptor} sets the id before the row is inserted, unless the id is set already. The values {@code null} and
 * primitive {@code 0} count as unset.
 *
 * <p>A class has at most one id property, including the properties of superclasses and interfaces. On a layout with gene bits, {@link #geneFrom} or
 * {@link #geneOf} routes the id to the same shard as the row's sharding key. Without {@code geneFrom} and {@code geneOf}, genes are distributed
 * evenly.
 *
 * <p>The values of {@code geneFrom} and {@code geneOf} are paths of properties from the row, separated by dots, such as {@code customer.tenantId}. If
 * a value on the path is missing when the row is inserted, the insert is rejected, and the message names the attribute.
 */
@SnowflakeRef
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowflakeId {

    /**
     * The path to the sharding key. The key is a whole number ({@code long}, {@code int}, {@code short}, {@code byte}, or a box of these types)
     * or a {@code String}. The id's gene is {@link io.snowflakeid.Gene#ofKey} of the key.
     */
    String geneFrom() default "";

    /**
     * The path to the parent, or to the parent's id of type {@code long}, {@code Long} or {@code String}. The id of a parent bean must be annotated
     * and set. The id's gene is copied from the parent's id. A parent's id of type {@code String} is read in the format of its annotation, or in
     * {@link #format} without an annotation.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String} property, which is {@code decimal}, {@code base62} or {@code crockford32}, optionally with the suffix
     * {@code -fixed} (see {@link io.snowflakeid.IdFormat#of}). A {@code long} or {@code Long} property allows only {@code decimal}.
     */
    String format() default "decimal";
}
