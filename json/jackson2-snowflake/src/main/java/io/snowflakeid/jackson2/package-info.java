/** A module for Jackson 2 that writes ids as JSON strings, which JavaScript does not round: {@link io.snowflakeid.jackson2.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson2;

import org.jspecify.annotations.NullMarked;
