package io.snowflakeid.merge.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server that holds the sources and the target.
 *
 * @param url a {@code jdbc:} address, with or without a database
 * @param user who may read the sources and create the target
 * @param passwordEnv the environment variable that holds the password, or null
 * @param passwordFile the file that holds the password, or null
 */
public record ServerConfig(
        String url,
        @Nullable String user,
        @Nullable String passwordEnv,
        @Nullable Path passwordFile) {}
