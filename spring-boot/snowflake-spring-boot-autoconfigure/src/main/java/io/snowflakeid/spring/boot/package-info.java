/**
 * Snowflake ids in Spring Boot: the common code of the starters for Boot 3.5 and Boot 4. It uses no type that moved between them.
 */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
