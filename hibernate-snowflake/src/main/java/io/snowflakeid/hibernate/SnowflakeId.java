package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Generates a Snowflake id when the entity is persisted. Put this annotation beside {@code @Id @GeneratedValue}, on
 * the field or the getter.
 *
 * <pre>{@code
 * @Entity
 * class Hero {
 *     @Id @GeneratedValue @SnowflakeId
 *     private Long id;
 * }
 * }</pre>
 *
 * <p>The annotation is allowed on the id of an entity or of a mapped superclass, and on parts of an {@code @EmbeddedId} or an {@code @IdClass}. The
 * annotation is also allowed on other columns, for example an order number, and inside an {@code @Embedded}. Start-up fails if the annotation is in a
 * collection, in an embeddable inside an embeddable, or on an id that {@code @MapsId} sets.
 *
 * <p>The attribute is a {@code long}, a {@code Long}, or a {@code String} in the text form of {@link #format}. Start-up fails if the attribute has
 * another type. The id is set before the insert, so {@code hibernate.jdbc.batch_size} batches inserts. The methods {@code persist}, {@code merge} and
 * {@code StatelessSession.insert} keep an id that is already set. The value 0 counts as not set, even in a {@code Long}, because no Snowflake id is
 * 0. Updates never change the id. {@code StatelessSession.upsert} calls no generator and rejects an entity whose id is not set.
 *
 * <p>The settings in {@link SnowflakeSettings} configure the generator once for all entities of a session factory. An attribute with
 * {@code @GeneratedValue(generator = "orders")} uses the generator with the name {@code orders} in the settings.
 *
 * <p>On a layout with a gene, {@link #geneFrom} or {@link #geneOf} routes the id to the shard of a sharding key. Set at most one of {@code geneFrom}
 * and {@code geneOf}. Without {@code geneFrom} and {@code geneOf}, genes are distributed evenly. The sharding key or the parent's id is read when
 * {@code persist} is called, so a {@code @PrePersist} method sets the value too late. If the key or the parent's id is not set, {@code persist} fails
 * with a message that names the property.
 *
 * <p>The values of {@code geneFrom} and {@code geneOf} are paths of properties from the entity through embeddables and associations, separated by
 * dots, such as {@code "customer.tenant.id"}. A part of an embedded id is written as {@code "key.userId"}.
 */
@IdGeneratorType(EntityIdGenerator.class)
@SnowflakeRef
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@Documented
public @interface SnowflakeId {

    /**
     * The path to the sharding key. The key is a whole number ({@code long}, {@code int}, {@code short}, {@code byte}, or a box of these types) or a
     * {@code String}. All rows of one key get the same {@linkplain io.snowflakeid.Gene gene} and are stored in the same shard.
     */
    String geneFrom() default "";

    /**
     * The path to the parent's id ({@code long}, {@code Long} or {@code String}), or to the association with the parent. The id gets the gene of the
     * parent's id, so persist the parent first. A parent that is an unloaded reference is not loaded. A parent's id of type {@code String} is read in
     * the format of the property that generates the parent's id. A parent's id that no property generates is read in {@link #format}.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String} attribute, which is {@code decimal}, {@code base62} or {@code crockford32}, optionally with the suffix
     * {@code -fixed} (see {@link io.snowflakeid.IdFormat#of}). Start-up fails if the column is too short for the longest id, or if a {@code long} or
     * {@code Long} attribute has another format than {@code decimal}.
     */
    String format() default "decimal";
}
