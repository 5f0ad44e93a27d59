/** Contains internal classes, which are not public API. */
@NullMarked
package io.snowflakeid.internal;

import org.jspecify.annotations.NullMarked;
