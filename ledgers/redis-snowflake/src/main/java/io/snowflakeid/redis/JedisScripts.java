package io.snowflakeid.redis;

import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** Reaches Redis through Jedis 4 or newer: one server, Sentinel or Cluster. */
public final class JedisScripts implements RedisScripts {

    private final UnifiedJedis jedis;

    /**
     * Through this client, which is pooled: {@code RedisClient}, {@code JedisPooled}, {@code JedisSentineled}, {@code JedisCluster}.
     *
     * @param jedis has a socket timeout well below the ledger's window; the default of 2 s is
     */
    public JedisScripts(UnifiedJedis jedis) {
        this.jedis = jedis;
    }

    @Override
    public List<String> run(String script, String key, List<String> arguments) {
        List<?> reply = (List<?>) jedis.eval(script, List.of(key), arguments);
        return reply.stream().map(String::valueOf).toList();
    }
}
