package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Generates a Snowflake id when the entity is persisted. Put this annotation next to {@code @Id @GeneratedValue}, on the field or the getter.
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
 * annotation is allowed on attributes that are not ids, such as an order number, and on attributes of an {@code @Embedded} object. Start-up fails if
 * the annotated attribute is in a collection, is in a nested embeddable, or is an id that {@code @MapsId} sets.
 *
 * <p>The attribute's type must be {@code long}, {@code Long} or {@code String}, or start-up fails. A {@code String} contains the id in the text form
 * {@link #format}. Hibernate can batch inserts ({@code hibernate.jdbc.batch_size}), because the id is set before the insert. The methods
 * {@code persist}, {@code merge} and {@code StatelessSession.insert} keep an id that is already set. The value 0 means that the id is not set, even
 * in a {@code Long}. An update never changes the id. {@code StatelessSession.upsert} does not generate ids and rejects an entity whose id is not set.
 *
 * <p>The settings in {@link SnowflakeSettings} configure one generator for all entities of a session factory. An attribute with
 * {@code @GeneratedValue(generator = "orders")} uses the generator object in the setting {@code hibernate.snowflake.generator.orders}.
 *
 * <p>If the layout has gene bits, {@link #geneFrom} and {@link #geneOf} set these bits so that related rows are in the same shard. Set at most one of
 * {@code geneFrom} and {@code geneOf}. Without {@code geneFrom} and {@code geneOf}, the generator chooses evenly distributed gene bits. Set the
 * sharding key or the parent's id before the call of {@code persist}, because a {@code @PrePersist} method runs too late. If the sharding key or the
 * parent's id is not set, {@code persist} fails with a message that names the property.
 *
 * <p>The values of {@code geneFrom} and {@code geneOf} are property names separated by dots, such as {@code "customer.tenant.id"}. A path starts at
 * the entity and may contain embeddables and associations. The path {@code "key.userId"} names a part of an embedded id.
 */
@IdGeneratorType(EntityIdGenerator.class)
@SnowflakeRef
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@Documented
public @interface SnowflakeId {

    /**
     * The property path from the entity to the sharding key. The sharding key is a {@code String} or a whole number ({@code long}, {@code int},
     * {@code short}, {@code byte}, or a wrapper of these types). Rows with the same sharding key get the same
     * {@linkplain io.snowflakeid.Gene gene bits} and are stored in the same shard.
     */
    String geneFrom() default "";

    /**
     * The property path from the entity to the parent's id ({@code long}, {@code Long} or {@code String}), or to the association with the parent.
     * Persist the parent before the entity, because the gene bits are copied from the parent's id. Reading the parent's id does not load an unloaded
     * parent entity. If the path names an association, a parent's id of type {@code String} is parsed in the format of the parent's annotation. If
     * {@code geneOf} names a {@code String} property without {@code SnowflakeId}, the generator parses its value in the format {@link #format}.
     */
    String geneOf() default "";

    /**
     * The text form of a {@code String} attribute, which is {@code decimal}, {@code base62} or {@code crockford32}, optionally with the suffix
     * {@code -fixed} (see {@link io.snowflakeid.IdFormat#of}). Start-up fails if the column is too short for the longest id, or if a {@code long} or
     * {@code Long} attribute has a format other than {@code decimal}.
     */
    String format() default "decimal";
}
