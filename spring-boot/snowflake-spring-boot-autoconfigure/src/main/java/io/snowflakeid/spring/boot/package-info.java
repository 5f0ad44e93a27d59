/** Contains the common code of the starters for Spring Boot 3.5 and 4. The code uses only types that have the same package in both versions. */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
