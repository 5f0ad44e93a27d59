/** A TCP relay that can delay and drop bytes, and reset connections. */
@NullMarked
package io.snowflakeid.testing.relay;

import org.jspecify.annotations.NullMarked;
