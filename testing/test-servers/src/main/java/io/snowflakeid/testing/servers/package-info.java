/**
 * The real servers that tests run on. For each kind, the first that can be had is taken, once per JVM, and printed with its version:
 * an address given by environment variables, a container, a server that Maven brings. Without one, its tests are skipped aloud.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
