/**
 * Snowflake ids for Hibernate ORM: {@link io.snowflakeid.hibernate.SnowflakeId} on an entity's id, and the settings of
 * {@link io.snowflakeid.hibernate.SnowflakeSettings}.
 */
@NullMarked
package io.snowflakeid.hibernate;

import org.jspecify.annotations.NullMarked;
