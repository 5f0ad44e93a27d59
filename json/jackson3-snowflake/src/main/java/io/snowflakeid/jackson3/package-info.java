/** A module for Jackson 3 that writes ids as JSON strings, which JavaScript does not round: {@link io.snowflakeid.jackson3.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson3;

import org.jspecify.annotations.NullMarked;
