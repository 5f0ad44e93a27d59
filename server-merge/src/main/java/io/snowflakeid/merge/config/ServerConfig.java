package io.snowflakeid.merge.config;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The server that holds the sources and the target. */
public record ServerConfig(
        @Key(missing = "write where the databases lie, such as jdbc:mysql://127.0.0.1:3306/")
        String url,

        @Nullable String user,
        @Nullable String passwordEnv,
        @Nullable Path passwordFile) {

    private static final Pattern ENVIRONMENT_VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Refuses an address that is none of ours, holds a password or says more than it should, and two places for the password. */
    public ServerConfig {
        Checks checks = new Checks();
        ServerAddress.faultOf(url).ifPresent(fault -> checks.fault(List.of("url"), fault));
        // the value is not shown: it may be a password that went to the wrong place
        checks.unless(
                        passwordEnv == null
                                || ENVIRONMENT_VARIABLE.matcher(passwordEnv).matches(),
                        "password-env",
                        "is no name of an environment variable: write the name, such as MERGE_PASSWORD, not the password")
                .unless(
                        passwordEnv == null || passwordFile == null,
                        "password-file",
                        "stands beside password-env, but a password comes from one place: keep one of them")
                .unless(user == null || !user.isBlank(), "user", "is empty: fill it in, or leave the key out")
                .refuseIfAny();
    }
}
