package io.snowflakeid.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.snowflakeid.testing.servers.RedisServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

class RedisWorkerLedgerLettuceIT extends RedisWorkerLedgerContract {

    private static final RedisClient CLIENT = RedisClient.create();

    private final List<StatefulRedisConnection<String, String>> connections = new ArrayList<>();

    @Override
    RedisScripts connect() {
        RedisURI uri = RedisURI.create(RedisServers.uri());
        uri.setTimeout(Duration.ofSeconds(3));
        StatefulRedisConnection<String, String> connection = CLIENT.connect(uri);
        connections.add(connection);
        return new LettuceScripts(connection.sync());
    }

    @AfterEach
    void closeConnections() {
        connections.forEach(StatefulRedisConnection::close);
    }

    @AfterAll
    static void closeClient() {
        CLIENT.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
