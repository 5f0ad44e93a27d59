/** Runs servers from Maven artifacts in separate processes. */
@NullMarked
package io.snowflakeid.testing.embedded;

import org.jspecify.annotations.NullMarked;
