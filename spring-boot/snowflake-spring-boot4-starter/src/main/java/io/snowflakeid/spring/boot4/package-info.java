/** Snowflake ids in Spring Boot 4: the code that needs types of this version. */
@NullMarked
package io.snowflakeid.spring.boot4;

import org.jspecify.annotations.NullMarked;
