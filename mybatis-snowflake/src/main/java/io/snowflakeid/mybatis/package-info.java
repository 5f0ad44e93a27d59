/**
 * Snowflake ids in MyBatis. {@link io.snowflakeid.mybatis.SnowflakeInterceptor} sets the ids of rows before the rows are inserted;
 * {@link io.snowflakeid.mybatis.SnowflakeId} marks the id property.
 */
@NullMarked
package io.snowflakeid.mybatis;

import org.jspecify.annotations.NullMarked;
