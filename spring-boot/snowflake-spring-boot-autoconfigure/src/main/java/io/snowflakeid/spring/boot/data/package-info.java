/** Sets the ids of Spring Data JDBC aggregates. */
@NullMarked
package io.snowflakeid.spring.boot.data;

import org.jspecify.annotations.NullMarked;
