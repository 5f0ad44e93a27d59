/** Common code of {@code jackson2-snowflake} and {@code jackson3-snowflake}; applications only use {@link io.snowflakeid.json.TextFor}. */
@NullMarked
package io.snowflakeid.json;

import org.jspecify.annotations.NullMarked;
