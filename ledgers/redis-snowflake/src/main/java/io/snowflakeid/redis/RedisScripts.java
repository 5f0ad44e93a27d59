package io.snowflakeid.redis;

import java.util.List;

/**
 * Runs a ledger's Lua scripts with the application's Redis client. The application configures and closes the client. The library contains the
 * implementations {@link JedisScripts} and {@link LettuceScripts}. An application implements this interface for another Redis client.
 *
 * <p>Implementations must be thread-safe. The client's command timeout should be a few seconds, far less than the length of a window. The client may
 * send a script again after a lost connection.
 */
@FunctionalInterface
public interface RedisScripts {

    /**
     * Runs a Lua script on the primary that stores the key, with {@code EVAL} or {@code EVALSHA}.
     *
     * @param script the text of the Lua script
     * @param key the only key of the script
     * @param arguments the arguments of the script
     * @return the reply, which is always an array of bulk strings
     * @throws RuntimeException if the script fails, or if its outcome is unknown
     */
    List<String> run(String script, String key, List<String> arguments);
}
