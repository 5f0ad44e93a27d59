/**
 * Snowflake ids for Hibernate ORM. {@link io.snowflakeid.hibernate.SnowflakeId} marks an entity's id, and
 * {@link io.snowflakeid.hibernate.SnowflakeSettings} names the settings.
 */
@NullMarked
package io.snowflakeid.hibernate;

import org.jspecify.annotations.NullMarked;
