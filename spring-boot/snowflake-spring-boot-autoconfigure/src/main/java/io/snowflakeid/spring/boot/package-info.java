/** Contains the common code of the starters for Spring Boot 3.5 and 4. This package uses only classes with equal names in Spring Boot 3.5 and 4. */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
