/** Contains the starter's code that depends on types of Spring Boot 3.5. */
@NullMarked
package io.snowflakeid.spring.boot3;

import org.jspecify.annotations.NullMarked;
