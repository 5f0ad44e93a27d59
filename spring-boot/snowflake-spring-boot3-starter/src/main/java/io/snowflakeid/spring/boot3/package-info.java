/** Snowflake ids in Spring Boot 3.5: what this line has types of its own for. */
@NullMarked
package io.snowflakeid.spring.boot3;

import org.jspecify.annotations.NullMarked;
