/** Contains the common code of the starters for Spring Boot 3.5 and 4. All used classes have equal fully qualified names in Spring Boot 3.5 and 4. */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
