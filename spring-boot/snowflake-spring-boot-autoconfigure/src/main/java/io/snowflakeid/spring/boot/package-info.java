/**
 * Snowflake ids in Spring Boot: what the starters for Boot 3.5 and Boot 4 share. Nothing here names a type that moved between them.
 */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
