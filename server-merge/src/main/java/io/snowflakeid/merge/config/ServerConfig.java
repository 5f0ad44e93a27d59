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

    /** Refuses an address that is none of ours, holds a password or says more than it should, and two places for the password. */
    public ServerConfig {
        // the variable is not shown: it may be a password that went to the wrong place
        new Checks()
                .fault("url", addressFault(url))
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

    /**
     * What is wrong with an address: {@link JdbcAddress} must accept it, without a password, and with no time zone but UTC. A plan, which
     * holds an address, may come from elsewhere.
     */
    static Optional<String> addressFault(String url) {
        if (PASSWORD_INSIDE.matcher(url).find()) {
            return Optional.of(
                    "seems to hold a password, which would be shown wherever the address is: use password-env or"
                            + " password-file");
        }
        if (BEGINNINGS.stream().noneMatch(url::startsWith)) {
            return Optional.of(
                    "is " + ConfigLines.shown(url) + ", but must begin with " + String.join(", ", BEGINNINGS));
        }
        try {
            JdbcAddress.require(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:")); // whose driver reads it
        } catch (IllegalArgumentException e) {
            return Optional.of("is rejected: " + e.getMessage());
        }
        return OTHER_ZONE.matcher(url).find()
                ? Optional.of("has another time zone than UTC, in which a merge works: leave the option out")
                : Optional.empty();
    }
}
