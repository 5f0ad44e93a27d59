package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Generates a Snowflake id when the entity is persisted. Put this annotation beside {@code @Id @GeneratedValue}, on the field or the getter.
 *
 * <pre>{@code
 * @Entity
 * class Hero {
 *     @Id @GeneratedValue @SnowflakeId
 *     private Long id;
 * }
 * }</pre>
 *
 * <p>The annotation is allowed on the id of an entity or of its mapped superclass, on parts of an {@code @EmbeddedId} or an {@code @IdClass}, and on
 * other columns (an order number), also inside an {@code @Embedded}. The annotation is rejected at start-up if Hibernate could not set the value: in
 * a collection, in an embeddable inside an embeddable, and on an id that {@code @MapsId} sets.
 *
 * <p>The value is a {@code long}, a {@code Long}, or a {@code String} in the text form of {@link #format}; another type is rejected
 * at start-up. The value is set before the insert, so {@code hibernate.jdbc.batch_size} batches inserts. {@code persist}, {@code merge} and
 * {@code StatelessSession.insert} keep a value that is already set; 0 counts as not set, for {@code Long} too, as no Snowflake id is 0. Updates never
 * change it. {@code StatelessSession.upsert} calls no generator and rejects an id that is not set.
 *
 * <p>{@link SnowflakeSettings} configure the generator, once for all entities of a session factory. {@code
 * @GeneratedValue(generator = "orders")} uses the generator of that name in the settings.
 *
 * <p>On a layout with a gene, {@link #geneFrom} or {@link #geneOf} makes the id lead to the shard of a sharding key; set at most
 * one of them. Without {@code geneFrom} and {@code geneOf}, genes are distributed evenly. Key and parent are read when {@code persist} is called: a
 * {@code @PrePersist} method is too late. If the key or the parent's id is missing then, {@code persist} fails and names the property.
 *
 * <p>Both attributes are paths from the entity: one property, or several separated by dots, through embeddables and associations
 * ({@code "customer.tenant.id"}). A part of an embedded id is {@code "key.userId"}.
 */
@IdGeneratorType(EntityIdGenerator.class)
@SnowflakeRef
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@Documented
public @interface SnowflakeId {

    /**
     * The path to the sharding key, a whole number ({@code long}, {@code int}, {@code short}, {@code byte}, or their boxes) or a
     * text. The id gets the gene of this key, see {@link io.snowflakeid.Gene}, so all rows of one key are stored in the same shard.
     */
    String geneFrom() default "";

    /**
     * The path to the parent's id ({@code long}, {@code Long} or {@code String}), or to the association with the parent. The id
     * gets the gene of the parent's id, so persist the parent first. A parent that is an unloaded reference is not loaded. A text
     * is read in the format of the property that generates it, otherwise in {@link #format}.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String}, as {@link io.snowflakeid.IdFormat#of} reads it: {@code decimal}, {@code base62} or {@code
     * crockford32}, each also with {@code -fixed}. A column that is too short for the longest id is rejected at start-up, and so is
     * a format on a {@code long} or {@code Long}.
     */
    String format() default "decimal";
}
