package io.snowflakeid.mybatis;

import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/** Creates exceptions whose messages name the statement, the problem and possible fixes. */
record Refusal(InsertStatement insert, Parameter parameter) {

    PluginException because(String found, String... fixes) {
        return causedBy(null, found, fixes);
    }

    PluginException causedBy(@Nullable Throwable cause, String found, String... fixes) {
        return new PluginException(
                "no id for statement " + insert.id() + ", parameter shape " + parameter.shape() + ": " + found + "; "
                        + String.join(", or ", fixes),
                cause);
    }
}
