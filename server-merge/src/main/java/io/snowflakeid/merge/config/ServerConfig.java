package io.snowflakeid.merge.config;

import io.snowflakeid.commandline.AddressCheck;
import io.snowflakeid.merge.PlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The server that holds the sources and the target. */
public record ServerConfig(
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
        new WrongSettings()
                .unless(
                        !PASSWORD_INSIDE.matcher(url).find(),
                        "url",
                        "seems to hold a password, which would be shown wherever the address is: use password-env or"
                                + " password-file")
                .unless(
                        BEGINNINGS.stream().anyMatch(url::startsWith),
                        "url",
                        "is " + ConfigLines.shown(url) + ", but must begin with " + String.join(", ", BEGINNINGS))
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
                .throwIfAny();
        AddressCheck.require(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:")); // whose driver reads it
    }

    /**
     * Reads the password from where the configuration says; null for none. A line break at its end, which editors leave there, is not
     * part of it. It is read when it is needed, and shown nowhere.
     *
     * @throws PlanException if it is not there
     */
    public @Nullable String password() {
        return password(System::getenv);
    }

    @Nullable
    String password(UnaryOperator<@Nullable String> environment) {
        String text = null;
        if (passwordEnv != null) {
            text = environment.apply(passwordEnv);
            if (text == null) {
                throw new PlanException("server.password-env names the environment variable " + passwordEnv
                        + ", which is not set: export " + passwordEnv + " before the command");
            }
        } else if (passwordFile != null) {
            try {
                text = Files.readString(passwordFile);
            } catch (IOException e) {
                throw new PlanException("server.password-file " + passwordFile + " cannot be read ("
                        + e.getClass().getSimpleName() + "): create it in UTF-8, or let this user read it");
            }
        }
        return text == null ? null : text.replaceFirst("\\r?\\n\\z", "");
    }
}
