/** {@link io.snowflakeid.jackson3.SnowflakeModule} writes ids as JSON strings with Jackson 3, because JavaScript rounds large numbers. */
@NullMarked
package io.snowflakeid.jackson3;

import org.jspecify.annotations.NullMarked;
