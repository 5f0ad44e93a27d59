/**
 * Snowflake ids in MyBatis: {@link io.snowflakeid.mybatis.SnowflakeInterceptor} gives rows their ids before they are inserted;
 * {@link io.snowflakeid.mybatis.SnowflakeId} says which property takes the id.
 */
@NullMarked
package io.snowflakeid.mybatis;

import org.jspecify.annotations.NullMarked;
