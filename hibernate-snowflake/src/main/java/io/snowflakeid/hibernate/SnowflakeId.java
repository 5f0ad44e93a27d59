package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
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
 * <p>It stands on the only id of an entity or of its mapped superclass, on parts of an {@code @EmbeddedId} or an
 * {@code @IdClass}, and on other columns (an order number), also inside an {@code @Embedded}. Where Hibernate could not fill it
 * (a collection, an embeddable inside an embeddable, an id that is taken over by {@code @MapsId}) it is refused at start-up.
 *
 * <p>The value is a {@code long}, a {@code Long}, or a {@code String} in the text form of {@link #format}; another type is refused
 * at start-up. It is set before the insert, so inserts are batched as {@code hibernate.jdbc.batch_size} says. A value that is set
 * already is kept by {@code persist}, {@code merge} and {@code StatelessSession.insert}; 0 counts as not set, for {@code Long} too,
 * as no Snowflake id is 0. Updates never change it. {@code StatelessSession.upsert} asks no generator: an id that is not set is
 * refused there.
 *
 * <p>Where ids come from is said by {@link SnowflakeSettings}, once for all entities of a session factory;
 * {@code @GeneratedValue(generator = "orders")} takes them from the generator of that name in the settings.
 *
 * <p>On a layout with a gene, {@link #geneFrom} and {@link #geneOf} tie a row's shard to a sharding key: name at most one of them.
 * With neither, the gene is drawn evenly. Both are read when {@code persist} is called: a {@code @PrePersist} method is too late.
 * If the key or the parent's id is missing then, {@code persist} fails and names the property.
 *
 * <p>Both are paths that start at the entity: a property, or several with dots between them, through embeddables and
 * associations ({@code "customer.tenant.id"}); the part of an embedded id is {@code "key.userId"}.
 */
@IdGeneratorType(EntityIdGenerator.class)
@SnowflakeRef
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@Documented
public @interface SnowflakeId {

    /**
     * The path to the sharding key, a whole number ({@code long}, {@code int}, {@code short}, {@code byte}, or their boxes) or a
     * text: the id's gene is the key's, see {@link io.snowflakeid.Gene}. All rows of one key then have ids that lead to the same
     * shard.
     */
    String geneFrom() default "";

    /**
     * The path to the parent's id ({@code long}, {@code Long} or {@code String}), or to the association with the parent: the id's
     * gene is that of the parent's id. The parent needs its id first, so persist it first. A parent of which only a reference is
     * at hand is not loaded for its id. A text is read in the format of the property that generates it, else in {@link #format}.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String}, as {@link io.snowflakeid.IdFormat#of} reads it: {@code decimal}, {@code base62},
     * {@code crockford32}, each also with {@code -fixed}. A column that is shorter than its longest text is refused at start-up;
     * so is a format beside a {@code long} or {@code Long}.
     */
    String format() default "decimal";
}
