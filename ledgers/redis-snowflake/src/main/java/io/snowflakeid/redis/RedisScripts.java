package io.snowflakeid.redis;

import java.util.List;

/**
 * Runs a ledger's scripts through the application's own Redis client, which the application configures and closes. This library provides
 * {@link JedisScripts} and {@link LettuceScripts}. For another client, an application implements this interface, which has one method.
 *
 * <p>Implementations must be thread-safe. A command without a reply should fail after a few seconds, well within a window. The client may send a
 * script again when a connection breaks.
 */
@FunctionalInterface
public interface RedisScripts {

    /**
     * Runs a Lua script on the primary that has the key, as {@code EVAL} or {@code EVALSHA} do.
     *
     * @param script the script's text, which is one of a few constants
     * @param key the only key of the script
     * @param arguments the arguments of the script
     * @return the reply, which is always an array of bulk strings
     * @throws RuntimeException if the script has failed, or if its outcome is unknown
     */
    List<String> run(String script, String key, List<String> arguments);
}
