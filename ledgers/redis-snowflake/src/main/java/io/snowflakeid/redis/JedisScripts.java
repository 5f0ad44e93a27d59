package io.snowflakeid.redis;

import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** Runs scripts with Jedis 4 or newer, on one server, Sentinel or Cluster. */
public final class JedisScripts implements RedisScripts {

    private final UnifiedJedis jedis;

    /**
     * Runs scripts on a {@code RedisClient}, {@code JedisPooled}, {@code JedisSentineled} or {@code JedisCluster}.
     *
     * @param jedis a client with a socket timeout (by default 2 s) that is much shorter than the ledger's window
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
