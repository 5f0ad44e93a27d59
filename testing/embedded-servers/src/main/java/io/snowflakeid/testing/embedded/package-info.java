/** Servers from Maven artifacts, each of which runs in its own process. */
@NullMarked
package io.snowflakeid.testing.embedded;

import org.jspecify.annotations.NullMarked;
