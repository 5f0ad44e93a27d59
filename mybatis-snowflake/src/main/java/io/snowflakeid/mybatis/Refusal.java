package io.snowflakeid.mybatis;

import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/** An exception that says what the insert looks like, what was found, and the ways out. */
record Refusal(InsertStatement insert, Parameter parameter) {

    PluginException because(String found, String... waysOut) {
        return causedBy(null, found, waysOut);
    }

    PluginException causedBy(@Nullable Throwable cause, String found, String... waysOut) {
        return new PluginException(
                "no id for statement " + insert.id() + ", parameter shape " + parameter.shape() + ": " + found + "; "
                        + String.join(", or ", waysOut),
                cause);
    }
}
