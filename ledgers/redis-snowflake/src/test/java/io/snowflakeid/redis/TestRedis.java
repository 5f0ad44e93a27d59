package io.snowflakeid.redis;

import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import io.snowflakeid.testing.servers.RedisServers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import redis.clients.jedis.RedisClient;

/** Access to a real Redis for one test: all keys have a unique prefix, and are deleted at the end. */
final class TestRedis implements AutoCloseable {

    private final String prefix = "test-" + UUID.randomUUID() + ":";
    private final RedisClient jedis = RedisClient.create(RedisServers.uri());

    /** Uses this client with the prefix. */
    RedisScripts through(RedisScripts client) {
        return (script, key, arguments) -> client.run(script, prefix + key, arguments);
    }

    private String key(String namespace) {
        return prefix + "snowflake:{" + namespace + "}";
    }

    /** Moves every tick of the namespace into the past, as if that time had passed. */
    void age(String namespace, long ticks) {
        content(namespace).forEach((field, value) -> {
            if (isRow(field)) {
                age(namespace, field, ticks);
            }
        });
        set(namespace, "opens-at", String.valueOf(opensAt(namespace) - ticks));
    }

    private static boolean isRow(String field) {
        return field.indexOf('/') > 0;
    }

    /** Moves the window of one worker into the past. */
    void age(String namespace, String field, long ticks) {
        String value = jedis.hget(key(namespace), field);
        if (value == null) {
            return;
        }
        WorkerRow row = WorkerRow.parse(value);
        put(
                namespace,
                field,
                new WorkerRow(
                                row.from() - ticks,
                                row.until() - ticks,
                                row.quarantinedUntil() - ticks,
                                row.token(),
                                row.holder())
                        .text());
    }

    Map<String, String> content(String namespace) {
        return jedis.hgetAll(key(namespace));
    }

    void put(String namespace, String field, String value) {
        jedis.hset(key(namespace), field, value);
    }

    /** Changes a value of the namespace. */
    void set(String namespace, String name, String value) {
        put(namespace, "namespace", withValue(content(namespace).get("namespace"), name, value));
    }

    static String withValue(String text, String name, String value) {
        return text.lines()
                .map(line -> line.startsWith(name + " ") ? name + " " + value : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    LedgerState state(String namespace) {
        return LedgerState.parse(content(namespace).get("namespace"));
    }

    void forget(String namespace, String field) {
        jedis.hdel(key(namespace), field);
    }

    void forgetAll(String namespace) {
        jedis.del(key(namespace));
    }

    /** The stored rows of workers. */
    Map<String, String> rows(String namespace) {
        Map<String, String> rows = new TreeMap<>(content(namespace));
        rows.keySet().removeIf(field -> !isRow(field));
        return rows;
    }

    long opensAt(String namespace) {
        return state(namespace).opensAt();
    }

    /** -1 if the key never expires. */
    long timeToLive(String namespace) {
        return jedis.pttl(key(namespace));
    }

    @Override
    public void close() {
        for (String key : List.copyOf(jedis.keys(prefix + "*"))) {
            jedis.del(key);
        }
        jedis.close();
    }
}
