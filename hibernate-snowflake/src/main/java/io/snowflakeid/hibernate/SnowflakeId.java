package io.snowflakeid.hibernate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Gives an entity a Snowflake id when it is persisted; stands beside {@code @Id @GeneratedValue}, on the field or the getter.
 *
 * <pre>{@code
 * @Entity
 * class Hero {
 *     @Id @GeneratedValue @SnowflakeId
 *     private Long id;
 * }
 * }</pre>
 *
 * <p>The id is a {@code long}, a {@code Long}, or a {@code String} (decimal); another type is refused at start-up. It is set
 * before the insert, so inserts are batched as {@code hibernate.jdbc.batch_size} says. An id that is set already is kept by
 * {@code persist}, {@code merge} and {@code StatelessSession.insert}; 0 counts as not set, for {@code Long} too, as no Snowflake
 * id is 0. {@code StatelessSession.upsert} never asks for an id: set one.
 *
 * <p>Where ids come from is said by {@link SnowflakeSettings}, once for all entities of a session factory.
 *
 * <p>On a layout with a gene, {@link #geneFrom} and {@link #geneOf} tie a row's shard to a sharding key: name at most one of them.
 * With neither, the gene is drawn evenly. Both are read when {@code persist} is called: a {@code @PrePersist} method is too late.
 * If the key or the parent's id is missing then, {@code persist} fails and names the property.
 */
@IdGeneratorType(EntityIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@Documented
public @interface SnowflakeId {

    /**
     * The property of the same entity that holds the sharding key, a whole number ({@code long}, {@code int}, {@code short},
     * {@code byte}, or their boxes) or a text: the id's gene is the key's, see {@link io.snowflakeid.Gene}. All rows of one key
     * then have ids that lead to the same shard.
     */
    String geneFrom() default "";

    /**
     * The property of the same entity that holds the parent's id ({@code long}, {@code Long} or a decimal {@code String}), or the
     * association to the parent: the id's gene is that of the parent's id. The parent needs its id first, so persist it first.
     */
    String geneOf() default "";
}
