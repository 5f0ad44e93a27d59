/**
 * Finds database and Redis servers for tests. The library prefers a server from environment variables to a container, and a container to a server
 * from a Maven artifact. If no server is available, the tests that need the server are skipped.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
