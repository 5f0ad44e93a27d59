/** Contains the starter's code that depends on types of Spring Boot 4. */
@NullMarked
package io.snowflakeid.spring.boot4;

import org.jspecify.annotations.NullMarked;
