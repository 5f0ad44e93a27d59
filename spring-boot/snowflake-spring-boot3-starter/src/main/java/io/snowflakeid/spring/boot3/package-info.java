/** Snowflake ids in Spring Boot 3.5. This package contains the code that needs types of Boot 3.5. */
@NullMarked
package io.snowflakeid.spring.boot3;

import org.jspecify.annotations.NullMarked;
