/** A TCP relay whose traffic can be held up, dropped and cut. */
@NullMarked
package io.snowflakeid.testing.relay;

import org.jspecify.annotations.NullMarked;
