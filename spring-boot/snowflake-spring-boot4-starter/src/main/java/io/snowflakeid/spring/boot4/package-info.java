/** Snowflake ids in Spring Boot 4: what this line has types of its own for. */
@NullMarked
package io.snowflakeid.spring.boot4;

import org.jspecify.annotations.NullMarked;
