package io.snowflakeid.redis;

import java.util.List;

/**
 * How a ledger reaches Redis: through the application's own client, which stays the application's to configure and to close.
 * {@link JedisScripts} and {@link LettuceScripts} are ready; another client takes one method.
 *
 * <p>Must be safe for several threads. A command that gets no answer should fail after a few seconds, well within a window. It does no
 * harm if the client sends a script again by itself when a connection breaks.
 */
@FunctionalInterface
public interface RedisScripts {

    /**
     * Runs a Lua script on the primary that has the key, as {@code EVAL} or {@code EVALSHA} do.
     *
     * @param script the script's text, one of a handful that never change
     * @param key its only key
     * @param arguments its arguments
     * @return the reply, always an array of bulk strings
     * @throws RuntimeException if the script failed, or if it is not known whether it ran
     */
    List<String> run(String script, String key, List<String> arguments);
}
