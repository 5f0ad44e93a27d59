/** What {@code jackson2-snowflake} and {@code jackson3-snowflake} share; applications use {@link io.snowflakeid.json.TextFor} alone. */
@NullMarked
package io.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
