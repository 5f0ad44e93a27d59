package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who connects to the databases that a command is given. */
public final class DatabaseLogin {

    private static final Pattern BEGINNING = Pattern.compile("(jdbc:[^:]+:|[a-z0-9+]+://).*", Pattern.DOTALL);

    @Option(
            names = {"--user", "--mysql-user"},
            paramLabel = "NAME",
            description = "Who connects; default: root, for PostgreSQL postgres, for H2 sa.")
    private @Nullable String user;

    @Option(
            names = {"--password", "--mysql-password"},
            paramLabel = "TEXT",
            description =
                    "That user's password; default: the environment variable MYSQL_PASSWORD, for PostgreSQL PGPASSWORD,"
                            + " for Redis REDISCLI_AUTH, for H2 none.")
    private @Nullable String password;

    /**
     * The database at an address, which answers; whether a Redis does, the caller finds out.
     *
     * @param name how messages call it
     * @param accepted what the command can look at
     * @param kinds the same as a sentence that says how such addresses begin
     * @throws CommandFailure if the address is of something else, or if it does not answer
     */
    public Database reach(String url, String name, Set<DatabaseKind> accepted, String kinds) {
        DatabaseKind kind = DatabaseKind.of(url).filter(accepted::contains).orElseThrow(() -> unknown(url, kinds));
        Database database = database(kind, url, name);
        try {
            if (kind != DatabaseKind.REDIS) {
                database.connect().close();
            }
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
        return database;
    }

    /** Other drivers write passwords in places of their own, so no more than the beginning of such an address is shown. */
    private static CommandFailure unknown(String url, String kinds) {
        Matcher beginning = BEGINNING.matcher(url);
        String seen =
                beginning.matches() ? "an address that begins with " + beginning.group(1) : "no address of a database";
        return CommandFailure.ofUsage("this is " + seen + ", but " + kinds);
    }

    private Database database(DatabaseKind kind, String url, String name) {
        return DatabaseAddress.of(
                kind,
                name,
                url,
                user != null ? user : kind.defaultUser,
                password != null ? password : System.getenv().getOrDefault(kind.passwordVariable, ""));
    }
}
