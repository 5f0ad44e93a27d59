package io.snowflakeid.mybatis;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The property that takes the id of a row: a {@code long}, {@code Long} or {@code String} (decimal). {@link SnowflakeInterceptor}
 * sets it before the row is inserted, unless it is set already; {@code null} and the primitive {@code 0} count as unset.
 *
 * <p>At most one per class, superclasses included. On a layout with gene bits, either attribute makes the id lead to the same
 * shard as the row's sharding key; without both, the gene is drawn evenly.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface SnowflakeId {

    /**
     * The property of the same row that holds the sharding key, a whole number or a text; it must be set when the row is
     * inserted. The id's gene is {@link io.snowflakeid.Gene#ofKey} of it.
     */
    String geneFrom() default "";

    /**
     * The property of the same row that holds the parent's id, or the parent itself, whose own id must be annotated and set.
     * The id's gene is copied from the parent's id.
     */
    String geneOf() default "";
}
