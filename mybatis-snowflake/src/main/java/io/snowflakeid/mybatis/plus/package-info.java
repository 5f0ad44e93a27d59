/** Generates Snowflake ids for MyBatis-Plus. */
@NullMarked
package io.snowflakeid.mybatis.plus;

import org.jspecify.annotations.NullMarked;
