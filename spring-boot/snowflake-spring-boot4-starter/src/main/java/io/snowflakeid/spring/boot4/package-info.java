/** Snowflake ids in Spring Boot 4. This package contains the code that needs types of Boot 4. */
@NullMarked
package io.snowflakeid.spring.boot4;

import org.jspecify.annotations.NullMarked;
