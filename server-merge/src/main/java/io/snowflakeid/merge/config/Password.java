package io.snowflakeid.merge.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The password of a server. It is read when it is needed, and shown nowhere. */
public final class Password {

    private static final int LONGEST_FILE_BYTES = 64 * 1024;

    private final @Nullable String secret;

    private Password(@Nullable String secret) {
        this.secret = secret;
    }

    /**
     * Reads it from where the configuration says; a line break at its end, which editors leave there, is not part of it.
     *
     * @throws ConfigException if it is not there
     */
    public static Password of(ServerConfig server) {
        return of(server, System::getenv);
    }

    static Password of(ServerConfig server, UnaryOperator<@Nullable String> environment) {
        if (server.passwordEnv() != null) {
            return new Password(withoutLineBreak(ofEnvironment(server.passwordEnv(), environment)));
        }
        return server.passwordFile() == null
                ? new Password(null)
                : new Password(withoutLineBreak(ofFile(server.passwordFile())));
    }

    private static String ofEnvironment(String variable, UnaryOperator<@Nullable String> environment) {
        String value = environment.apply(variable);
        if (value == null) {
            throw new ConfigException(List.of("server.password-env names the environment variable " + variable
                    + ", which is not set: export " + variable + " before the command"));
        }
        return value;
    }

    private static String ofFile(Path file) {
        try {
            if (Files.size(file) > LONGEST_FILE_BYTES) {
                throw unusable(file, "is larger than 64 KiB: name the file that holds the password alone");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw unusable(file, "is not in UTF-8: save it so");
        } catch (IOException e) {
            throw unusable(
                    file, "cannot be read (" + e.getClass().getSimpleName() + "): create it, or let this user read it");
        }
    }

    private static ConfigException unusable(Path file, String why) {
        return new ConfigException(List.of("server.password-file " + file + " " + why));
    }

    private static String withoutLineBreak(String text) {
        return text.replaceFirst("\\r?\\n\\z", "");
    }

    /** The password itself, or null for none: hand it to the driver and keep it nowhere. */
    public @Nullable String reveal() {
        return secret;
    }

    @Override
    public String toString() {
        return secret == null ? "no password" : "a password";
    }
}
