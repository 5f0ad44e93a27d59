/**
 * Finds the real servers for tests. Each kind of server is searched for once per JVM, and its version is printed. The search tries an address in
 * environment variables, then a container, then a server from a Maven artifact. If no server of a kind is available, the tests for this kind are
 * skipped with a message.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
