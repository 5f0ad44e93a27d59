package io.snowflakeid.testing.servers;

/**
 * Finds or starts a Redis server for tests. The environment variable {@code SNOWFLAKE_REDIS_URI} can contain an address. This class is thread-safe.
 */
public final class RedisServers {

    private static final Lookup<String> URI = new Lookup<>(RedisServers::find);

    private RedisServers() {}

    /** Returns an address such as {@code redis://127.0.0.1:6379}. Each test must use its own key names, because all tests use the same server. */
    public static String uri() {
        String uri = URI.get();
        if (uri.isEmpty()) {
            throw Required.missing(
                    "redis",
                    "no Redis for this test: set SNOWFLAKE_REDIS_URI, start a container engine, or let Maven bring one");
        }
        return uri;
    }

    private static String find() {
        String given = System.getenv("SNOWFLAKE_REDIS_URI");
        if (given != null && !given.isBlank()) {
            return printed(given.strip(), "SNOWFLAKE_REDIS_URI");
        }
        if (Containers.engineResponds()) {
            return printed(Containers.startRedis(), "container of " + Containers.redisImage());
        }
        if (EmbeddedProcess.isOffered("redis")) {
            return printed(EmbeddedProcess.start("redis").address().url(), "Maven");
        }
        System.out.println("test servers: no Redis: its tests are skipped");
        return "";
    }

    private static String printed(String uri, String source) {
        System.out.println("test servers: Redis " + RedisVersion.at(uri) + " at " + uri + ", from " + source);
        return uri;
    }
}
