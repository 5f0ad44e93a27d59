package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The password of a server. It is read when it is needed, and shown nowhere. */
public final class Password {

    private Password() {}

    /**
     * Reads it from where the configuration says; null for none. A line break at its end, which editors leave there, is not part of it.
     *
     * @throws ConfigException if it is not there
     */
    public static @Nullable String of(ServerConfig server) {
        return of(server, System::getenv);
    }

    static @Nullable String of(ServerConfig server, UnaryOperator<@Nullable String> environment) {
        String text = null;
        if (server.passwordEnv() != null) {
            text = ofEnvironment(server.passwordEnv(), environment);
        } else if (server.passwordFile() != null) {
            text = ofFile(server.passwordFile());
        }
        return text == null ? null : text.replaceFirst("\\r?\\n\\z", "");
    }

    private static String ofEnvironment(String variable, UnaryOperator<@Nullable String> environment) {
        String value = environment.apply(variable);
        if (value == null) {
            throw new ConfigException("server.password-env names the environment variable " + variable
                    + ", which is not set: export " + variable + " before the command");
        }
        return value;
    }

    private static String ofFile(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ConfigException("server.password-file " + file + " cannot be read ("
                    + e.getClass().getSimpleName() + "): create it in UTF-8, or let this user read it");
        }
    }
}
