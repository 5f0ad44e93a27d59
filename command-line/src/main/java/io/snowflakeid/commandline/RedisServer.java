package io.snowflakeid.commandline;

import java.net.URI;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisException;

/** How a Redis that is given by a {@link Database} is reached. */
public final class RedisServer {

    private static final Pattern VERSION = Pattern.compile("(?m)^(redis|valkey)_version:(\\S+)");
    private static final int FIVE_SECONDS_MILLIS = 5_000;

    private RedisServer() {}

    /** Whether it is one. */
    public static boolean is(Database database) {
        return database.url().startsWith(DatabaseKind.REDIS.beginning);
    }

    /** A pooled client that gives up waiting for a connection or an answer after that time; the caller closes it. */
    public static RedisClient client(Database database, int connections, int timeoutMillis) {
        URI address = URI.create(database.url());
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxWait(Duration.ofMillis(timeoutMillis));
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .timeoutMillis(timeoutMillis)
                .database(Integer.parseInt(address.getPath().substring(1)))
                .user(database.user().isEmpty() ? null : database.user())
                .password(database.password().isEmpty() ? null : database.password())
                .build();
        return RedisClient.builder()
                .hostAndPort(new HostAndPort(address.getHost(), address.getPort()))
                .poolConfig(pool)
                .clientConfig(config)
                .build();
    }

    /**
     * As in {@code Redis 8.0.2}.
     *
     * @throws redis.clients.jedis.exceptions.JedisException if it does not answer, or refuses who asks
     */
    public static String version(Database database) {
        try (RedisClient client = client(database, 1, FIVE_SECONDS_MILLIS)) {
            Matcher version = VERSION.matcher(client.info("server"));
            return version.find() ? "Redis " + version.group(2) : "Redis";
        }
    }

    static void requireAnswer(Database database) {
        try {
            version(database);
        } catch (JedisAccessControlException e) {
            throw CommandFailure.ofDatabase(
                    database.name() + " at " + database.typed() + " refuses whoever connects ("
                            + DatabaseFailure.text(e)
                            + "): pass --user and --password; the password is taken from REDISCLI_AUTH unless it is given",
                    e);
        } catch (JedisException e) {
            throw CommandFailure.ofDatabase(
                    database.name() + " at " + database.typed() + " cannot be reached (" + DatabaseFailure.text(e)
                            + "): is the server up, and are host and port right?",
                    e);
        }
    }
}
