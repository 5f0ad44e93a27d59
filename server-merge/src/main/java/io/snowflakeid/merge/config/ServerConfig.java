package io.snowflakeid.merge.config;

import io.snowflakeid.ledger.JdbcAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The server that holds the sources and the target. */
public record ServerConfig(
        @Key(missing = "write where the databases lie, such as jdbc:mysql://127.0.0.1:3306/")
        String url,

        @Nullable String user,
        @Nullable String passwordEnv,
        @Nullable Path passwordFile) {

    /** As an option, or between a user and an @. */
    private static final Pattern PASSWORD_INSIDE =
            Pattern.compile("(?:password|pwd)\\w*\\s*=|^jdbc:[^/]*//[^?]*:[^@,?]*@", Pattern.CASE_INSENSITIVE);

    private static final Pattern OTHER_ZONE =
            Pattern.compile("[?&](?:server|connection)TimeZone=(?!(?:UTC|GMT|Z)(?:&|$))", Pattern.CASE_INSENSITIVE);

    private static final List<String> BEGINNINGS = List.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:h2:");

    private static final Pattern ENVIRONMENT_VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /**
     * Refuses an address that is none of ours, holds a password or says more than it should, and two places for the password. A plan, which
     * holds an address, may come from elsewhere.
     */
    public ServerConfig {
        // what seems to be a password is not shown
        new Checks()
                .unless(
                        !PASSWORD_INSIDE.matcher(url).find(),
                        "url",
                        "seems to hold a password, which would be shown wherever the address is: use password-env or"
                                + " password-file")
                .unless(
                        BEGINNINGS.stream().anyMatch(url::startsWith),
                        "url",
                        "is " + ConfigLines.shown(url) + ", but must begin with " + String.join(", ", BEGINNINGS))
                .fault("url", rejected(url))
                .unless(
                        !OTHER_ZONE.matcher(url).find(),
                        "url",
                        "has another time zone than UTC, in which a merge works: leave the option out")
                .unless(
                        passwordEnv == null
                                || ENVIRONMENT_VARIABLE.matcher(passwordEnv).matches(),
                        "password-env",
                        "is no name of an environment variable: write the name, such as MERGE_PASSWORD, not the password")
                .unless(
                        passwordEnv == null || passwordFile == null,
                        "password-file",
                        "stands beside password-env, but a password comes from one place: keep one of them")
                .refuseIfAny();
    }

    private static Optional<String> rejected(String url) {
        try {
            JdbcAddress.require(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:")); // whose driver reads it
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("is rejected: " + e.getMessage());
        }
    }
}
