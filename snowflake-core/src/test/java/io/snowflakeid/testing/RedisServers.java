package io.snowflakeid.testing;

import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The real Redis that tests run on, decided once per JVM: the one that {@code SNOWFLAKE_REDIS_URI} names, else Testcontainers where an
 * engine answers, else none: then the tests that ask for one are skipped, and say so.
 */
public final class RedisServers {

    private static final String IMAGE = "redis:7.4";
    private static final int PORT = 6379;

    private RedisServers() {}

    /** The decision; made on first use, so a run without such tests starts nothing. */
    private static final class Found {
        static final String URI = find();
    }

    /** As in {@code redis://127.0.0.1:6379}; tests share the server, so they use names of their own. */
    public static String uri() {
        if (Found.URI.isEmpty()) {
            String message = "no Redis for this test: set SNOWFLAKE_REDIS_URI, or start a container engine";
            System.out.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        return Found.URI;
    }

    private static String find() {
        String uri = System.getenv("SNOWFLAKE_REDIS_URI");
        if (uri != null && !uri.isBlank()) {
            return uri.strip();
        }
        System.setProperty("org.slf4j.simpleLogger.log.org.testcontainers", "off");
        System.setProperty("org.slf4j.simpleLogger.log.tc", "off");
        return DockerClientFactory.instance().isDockerAvailable() ? startContainer() : "";
    }

    /** Runs until this JVM ends; Testcontainers' own reaper removes it then. */
    @SuppressWarnings("resource")
    private static String startContainer() {
        GenericContainer<?> redis = new GenericContainer<>(DockerImageName.parse(IMAGE)).withExposedPorts(PORT);
        redis.start();
        return "redis://" + redis.getHost() + ":" + redis.getMappedPort(PORT);
    }
}
