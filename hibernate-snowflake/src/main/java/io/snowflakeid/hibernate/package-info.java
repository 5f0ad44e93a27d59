/** Generates Snowflake ids for Hibernate ORM. The annotation {@link io.snowflakeid.hibernate.SnowflakeId} marks an entity's id. */
@NullMarked
package io.snowflakeid.hibernate;

import org.jspecify.annotations.NullMarked;
