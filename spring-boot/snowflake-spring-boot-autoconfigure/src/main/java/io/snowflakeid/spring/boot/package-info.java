/** Contains the common code of the starters for Spring Boot 3.5 and 4. The code uses only classes with one full name in Spring Boot 3.5 and 4. */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
