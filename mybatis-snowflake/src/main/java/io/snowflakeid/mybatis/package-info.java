/**
 * Sets the Snowflake ids of rows that MyBatis inserts, with {@link io.snowflakeid.mybatis.SnowflakeInterceptor}. The annotation
 * {@link io.snowflakeid.mybatis.SnowflakeId} marks the id property of a row.
 */
@NullMarked
package io.snowflakeid.mybatis;

import org.jspecify.annotations.NullMarked;
