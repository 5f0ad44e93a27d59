/** Helpers that the artifacts of this project share; no API, and not exported to other modules. */
@NullMarked
package io.snowflakeid.internal;

import org.jspecify.annotations.NullMarked;
