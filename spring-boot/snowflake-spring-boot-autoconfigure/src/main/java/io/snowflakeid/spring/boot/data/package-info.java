/** Ids of aggregates of Spring Data JDBC. */
@NullMarked
package io.snowflakeid.spring.boot.data;

import org.jspecify.annotations.NullMarked;
