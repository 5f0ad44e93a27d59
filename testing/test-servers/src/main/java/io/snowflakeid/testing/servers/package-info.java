/**
 * The real servers for tests. Each kind is searched once per JVM, and printed with its version: an address in environment variables,
 * a container, or a server from a Maven artifact, in this order. Without a server, its tests are skipped with a message.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
