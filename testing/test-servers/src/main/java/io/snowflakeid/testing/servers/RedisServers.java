package io.snowflakeid.testing.servers;

/**
 * The real Redis that tests run on: the one that {@code SNOWFLAKE_REDIS_URI} names, else a container, else one that Maven brings.
 * Thread-safe.
 */
public final class RedisServers {

    private static final Lookup<String> URI = new Lookup<>(RedisServers::find);

    private RedisServers() {}

    /** As in {@code redis://127.0.0.1:6379}; tests share the server, so they use key names of their own. */
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
            return announced(given.strip(), "SNOWFLAKE_REDIS_URI");
        }
        if (Containers.engineAnswers()) {
            return announced(Containers.startRedis(), "container of " + Containers.redisImage());
        }
        if (EmbeddedProcess.isOffered("redis")) {
            return announced(EmbeddedProcess.start("redis").address().url(), "Maven");
        }
        System.out.println("test servers: no Redis: its tests are skipped");
        return "";
    }

    private static String announced(String uri, String source) {
        System.out.println("test servers: Redis " + RedisVersion.at(uri) + " at " + uri + ", from " + source);
        return uri;
    }
}
