/** Ids that survive JavaScript, with Jackson 2: {@link io.snowflakeid.jackson2.SnowflakeModule}. */
@NullMarked
package io.snowflakeid.jackson2;

import org.jspecify.annotations.NullMarked;
