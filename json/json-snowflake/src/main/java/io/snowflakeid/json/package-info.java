/** What {@code jackson2-snowflake} and {@code jackson3-snowflake} share; applications do not use it. */
@NullMarked
package io.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
