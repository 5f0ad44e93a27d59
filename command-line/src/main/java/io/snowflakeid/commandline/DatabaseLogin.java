package io.snowflakeid.commandline;

import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options for the user name and the password of database connections. */
public final class DatabaseLogin {

    private static final Pattern BEGINNING = Pattern.compile("(jdbc:[^:]+:|[a-z0-9+]+://).*", Pattern.DOTALL);

    @Option(
            names = {"--user", "--mysql-user"},
            paramLabel = "NAME",
            description = "The user who connects; default: root, for PostgreSQL postgres, for H2 sa.")
    private @Nullable String user;

    @Option(
            names = {"--password", "--mysql-password"},
            paramLabel = "TEXT",
            description =
                    "That user's password; default: the environment variable MYSQL_PASSWORD, for PostgreSQL PGPASSWORD,"
                            + " for Redis REDISCLI_AUTH, for H2 none.")
    private @Nullable String password;

    /**
     * Returns the database at an address after a test connection. The method does not connect to Redis.
     *
     * @param name the name of the database in messages
     * @param accepted the products that the command supports
     * @param kinds the end of the message for an unsupported address
     * @throws CommandFailure if the command does not support the address, or if the connection fails
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

    /** The message contains only the beginning of the address, because the rest of an unknown address may contain a password. */
    private static CommandFailure unknown(String url, String kinds) {
        Matcher beginning = BEGINNING.matcher(url);
        String seen =
                beginning.matches() ? "an address that begins with " + beginning.group(1) : "not a database address";
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
