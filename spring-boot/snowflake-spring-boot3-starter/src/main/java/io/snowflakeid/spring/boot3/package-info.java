/** Snowflake ids in Spring Boot 3.5: the code that needs types of this version. */
@NullMarked
package io.snowflakeid.spring.boot3;

import org.jspecify.annotations.NullMarked;
