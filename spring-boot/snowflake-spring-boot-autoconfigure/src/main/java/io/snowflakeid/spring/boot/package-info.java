/**
 * The common code of the starters for Spring Boot 3.5 and Spring Boot 4. This package uses no type whose package changed between Boot 3.5 and Boot 4.
 */
@NullMarked
package io.snowflakeid.spring.boot;

import org.jspecify.annotations.NullMarked;
