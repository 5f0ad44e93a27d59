/** Ids as JSON strings, which JavaScript does not round, for Jackson 2: {@link io.snowflakeid.jackson2.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson2;

import org.jspecify.annotations.NullMarked;
