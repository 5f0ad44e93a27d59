/** Servers whose binaries Maven brings, each run by a process of its own. */
@NullMarked
package io.snowflakeid.testing.embedded;

import org.jspecify.annotations.NullMarked;
