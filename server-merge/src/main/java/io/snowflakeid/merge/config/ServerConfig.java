package io.snowflakeid.merge.config;

import io.snowflakeid.commandline.AddressCheck;
import io.snowflakeid.merge.result.PlanException;
import io.snowflakeid.merge.sql.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The database server that contains the sources and the target. */
public record ServerConfig(
        String url,
        @Nullable String user,
        @Nullable String passwordEnv,
        @Nullable Path passwordFile) {

    /** Matches a database address that contains a password. */
    private static final Pattern PASSWORD_INSIDE =
            Pattern.compile("(?:password|pwd)\\w*\\s*=|^jdbc:[^/]*//[^?]*:[^@,?]*@", Pattern.CASE_INSENSITIVE);

    private static final Pattern OTHER_ZONE =
            Pattern.compile("[?&](?:server|connection)TimeZone=(?!(?:UTC|GMT|Z)(?:&|$))", Pattern.CASE_INSENSITIVE);

    private static final List<String> BEGINNINGS = List.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:h2:");

    private static final Pattern ENVIRONMENT_VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /**
     * Rejects an address with a password, an address that {@link AddressCheck} rejects, and the combination of {@code password-env} and {@code
     * password-file}.
     */
    public ServerConfig {
        String notNamed =
                "is no name of an environment variable: write the name, such as MERGE_PASSWORD, not the password";
        String twoPlaces = "stands beside password-env, but a password comes from one place: keep one of them";
        boolean named =
                passwordEnv == null || ENVIRONMENT_VARIABLE.matcher(passwordEnv).matches();
        checkUrl(url)
                .unless(named, "password-env", notNamed)
                .unless(passwordEnv == null || passwordFile == null, "password-file", twoPlaces)
                .throwIfAny();
        // a MariaDB address is converted, because a merge always uses MySQL's driver
        AddressCheck.require(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:"));
    }

    public Server connect(@Nullable String password, int sessions, @Nullable String plannedAt, boolean readOnly)
            throws SQLException {
        return new Server(url, user, password, sessions, plannedAt, readOnly);
    }

    private static WrongSettings checkUrl(String url) {
        String password = "seems to hold a password, which would be shown wherever the address is: use password-env or"
                + " password-file";
        String kinds = "is " + ConfigLines.shown(url) + ", but must begin with " + String.join(", ", BEGINNINGS);
        String zone = "has another time zone than UTC, in which a merge works: leave the option out";
        return new WrongSettings()
                .unless(!PASSWORD_INSIDE.matcher(url).find(), "url", password)
                .unless(BEGINNINGS.stream().anyMatch(url::startsWith), "url", kinds)
                .unless(!OTHER_ZONE.matcher(url).find(), "url", zone);
    }

    /**
     * Reads the password from a file or an environment variable, or returns null if neither is configured. The method removes a
     * line break at the end of the file or of the variable's value.
     *
     * @throws PlanException if the password file cannot be read, or the environment variable is not set
     */
    public @Nullable String password() {
        return password(System::getenv);
    }

    @Nullable
    String password(UnaryOperator<@Nullable String> environment) {
        if (passwordFile != null) {
            try {
                return withoutLineBreak(Files.readString(passwordFile));
            } catch (IOException e) {
                throw new PlanException("server.password-file " + passwordFile + " cannot be read ("
                        + e.getClass().getSimpleName() + "): create it in UTF-8, or let this user read it");
            }
        }
        String text = passwordEnv == null ? null : environment.apply(passwordEnv);
        if (text == null && passwordEnv != null) {
            throw new PlanException("server.password-env names the environment variable " + passwordEnv
                    + ", which is not set: export " + passwordEnv + " before the command");
        }
        return text == null ? null : withoutLineBreak(text);
    }

    private static String withoutLineBreak(String text) {
        return text.replaceFirst("\\r?\\n\\z", "");
    }
}
