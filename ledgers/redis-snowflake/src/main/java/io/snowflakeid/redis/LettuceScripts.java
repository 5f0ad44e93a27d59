package io.snowflakeid.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisScriptingCommands;
import java.util.List;

/** Runs scripts with Lettuce 6 or newer, on one server, Sentinel or Cluster. */
public final class LettuceScripts implements RedisScripts {

    private final RedisScriptingCommands<String, String> commands;

    /**
     * Runs scripts with the {@code sync()} commands of a Lettuce connection.
     *
     * @param commands the commands of a connection whose {@code RedisURI.timeout} is a few seconds, because the default of one minute is too long
     */
    public LettuceScripts(RedisScriptingCommands<String, String> commands) {
        this.commands = commands;
    }

    @Override
    public List<String> run(String script, String key, List<String> arguments) {
        String[] keys = {key};
        List<?> reply = commands.eval(script, ScriptOutputType.MULTI, keys, arguments.toArray(String[]::new));
        return reply.stream().map(String::valueOf).toList();
    }
}
