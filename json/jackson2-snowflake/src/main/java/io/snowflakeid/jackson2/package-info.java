/** {@link io.snowflakeid.jackson2.SnowflakeModule} writes ids as JSON strings with Jackson 2, because JavaScript rounds large numbers. */
@NullMarked
package io.snowflakeid.jackson2;

import org.jspecify.annotations.NullMarked;
