/** Ids as JSON strings, which JavaScript does not round, for Jackson 3: {@link io.snowflakeid.jackson3.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson3;

import org.jspecify.annotations.NullMarked;
