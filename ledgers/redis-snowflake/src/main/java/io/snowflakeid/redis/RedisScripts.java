package io.snowflakeid.redis;

import java.util.List;

/**
 * Runs a ledger's scripts through the application's own Redis client, which the application configures and closes. This library provides
 * {@link JedisScripts} and {@link LettuceScripts}. An application implements this interface for another Redis client.
 *
 * <p>Implementations must be thread-safe. A command without a reply should fail after a few seconds, long before a window ends. The Redis client may
 * send a script again after a broken connection.
 */
@FunctionalInterface
public interface RedisScripts {

    /**
     * Runs a Lua script on the primary that has the key, as {@code EVAL} or {@code EVALSHA} do.
     *
     * @param script the text of the Lua script
     * @param key the only key of the script
     * @param arguments the arguments of the script
     * @return the reply, which is always an array of bulk strings
     * @throws RuntimeException if the script has failed, or if its outcome is unknown
     */
    List<String> run(String script, String key, List<String> arguments);
}
