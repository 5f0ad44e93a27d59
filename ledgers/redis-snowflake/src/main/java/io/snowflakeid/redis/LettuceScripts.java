package io.snowflakeid.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisScriptingCommands;
import java.util.List;

/** Runs scripts with Lettuce 6 or newer, on one server, Sentinel or Cluster. */
public final class LettuceScripts implements RedisScripts {

    private final RedisScriptingCommands<String, String> commands;

    /**
     * Uses the {@code sync()} commands of a connection.
     *
     * @param commands commands whose timeout is well below the ledger's window; set {@code RedisURI.timeout} to a few seconds, because the default
     *     is a minute
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
