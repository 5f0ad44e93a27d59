/**
 * Finds database and Redis servers for tests. The library uses a server named in environment variables, otherwise a container, or otherwise a server
 * from a Maven artifact. If no server is available, the tests that need the server are skipped.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
