/** Ids that survive JavaScript, with Jackson 3: {@link io.snowflakeid.jackson3.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson3;

import org.jspecify.annotations.NullMarked;
