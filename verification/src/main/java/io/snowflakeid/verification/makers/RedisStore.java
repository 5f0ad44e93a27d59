package io.snowflakeid.verification.makers;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import io.snowflakeid.redis.JedisScripts;
import io.snowflakeid.redis.RedisWorkerLedger;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

public final class RedisStore extends TestedLedger {

    static final String DESCRIPTION = "RedisWorkerLedger.shared(DEFAULT), Jedis with a pool of 2";

    private static final Pattern VERSION = Pattern.compile("(?m)^(redis|valkey)_version:(\\S+)");
    private static final int FIVE_SECONDS_MILLIS = 5_000;

    private final RedisClient client;

    RedisStore(MakerSettings settings, int index) {
        super(settings, index);
        client = client(database, Math.toIntExact(settings.timeoutMillis()));
    }

    public static boolean is(Database database) {
        return database.url().startsWith("redis:");
    }

    /** Creates a pooled client that the caller must close. */
    public static RedisClient client(Database database, int timeoutMillis) {
        URI address = URI.create(database.url());
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(2);
        pool.setMaxWait(Duration.ofMillis(timeoutMillis));
        return RedisClient.builder()
                .hostAndPort(new HostAndPort(address.getHost(), address.getPort()))
                .poolConfig(pool)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis(timeoutMillis)
                        .database(Integer.parseInt(address.getPath().substring(1)))
                        .user(database.user().isEmpty() ? null : database.user())
                        .password(database.password().isEmpty() ? null : database.password())
                        .build())
                .build();
    }

    /** Returns the version, such as {@code Redis 8.0.2}, or throws {@link CommandFailure}. */
    public static String version(Database database) {
        try (RedisClient client = client(database, FIVE_SECONDS_MILLIS)) {
            Matcher version = VERSION.matcher(client.info("server"));
            return version.find() ? "Redis " + version.group(2) : "Redis";
        } catch (JedisException e) {
            throw CommandFailure.ofDatabase(
                    database.name() + " at " + database.typed() + " cannot be reached (" + DatabaseFailure.text(e)
                            + "): is the server up, and are host, port, user and password right?"
                            + " The password comes from REDISCLI_AUTH unless it is given",
                    e);
        }
    }

    @Override
    RedisWorkerLedger ledger() {
        return setUp(RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, new JedisScripts(client)))
                .build();
    }

    @Override
    void prepare() {
        ledger().setUpForFirstUse();
    }

    @Override
    IdMaker.Copy copy() {
        throw CommandFailure.ofUsage(
                "restores need a ledger in a database with tables, but this one is in Redis: remove them");
    }

    @Override
    void deleteRows() {
        client.del("snowflake:{" + settings.namespace() + "}");
    }

    @Override
    public void close() {
        client.close();
    }
}
