/**
 * Finds database and Redis servers for tests. The search first checks environment variables, then starts a container, and finally starts a server
 * from a Maven artifact. If no server is available, the tests that need the server are skipped.
 */
@NullMarked
package io.snowflakeid.testing.servers;

import org.jspecify.annotations.NullMarked;
