package io.snowflakeid.commandline;

import io.snowflakeid.ledger.JdbcAddress;
import java.sql.SQLException;
import java.util.Locale;
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
     * The database at an address, which answers.
     *
     * @param name how messages call it
     * @param accepted what the command can look at
     * @param kinds the same as a sentence that says how such addresses begin
     * @throws CommandFailure if the address is of something else, or if it does not answer
     */
    public Database reach(String url, String name, Set<DatabaseKind> accepted, String kinds) {
        DatabaseKind kind = DatabaseKind.of(url).filter(accepted::contains).orElseThrow(() -> unknown(url, kinds));
        Database database = database(kind, url, name);
        if (kind == DatabaseKind.REDIS) {
            RedisServer.requireAnswer(database);
            return database;
        }
        try {
            database.connect().close();
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
        return switch (kind) {
            case MYSQL -> DatabaseAddress.ofMySql(name, url, userOr("root"), passwordOr("MYSQL_PASSWORD"));
            case MARIADB -> mariaDb(url, name);
            case POSTGRESQL -> DatabaseAddress.ofPostgres(name, url, userOr("postgres"), passwordOr("PGPASSWORD"));
            case H2 -> h2(url, name);
            case REDIS -> DatabaseAddress.ofRedis(name, url, userOr(""), passwordOr("REDISCLI_AUTH"));
        };
    }

    /** MySQL's driver talks to it; messages show the address that was typed. */
    private Database mariaDb(String url, String name) {
        Database database = DatabaseAddress.ofMySql(
                name, url.replaceFirst("mariadb", "mysql"), userOr("root"), passwordOr("MYSQL_PASSWORD"));
        return new Database(
                name,
                database.url(),
                database.user(),
                database.password(),
                database.typed().replaceFirst("mysql", "mariadb"));
    }

    private Database h2(String url, String name) {
        // a mistyped path must not create a database
        String existing =
                DatabaseAddress.requireHarmless(url).toUpperCase(Locale.ROOT).contains(";IFEXISTS=")
                        ? url
                        : url + ";IFEXISTS=TRUE";
        return new Database(name, existing, userOr("sa"), password == null ? "" : password, JdbcAddress.shown(url));
    }

    private String userOr(String preset) {
        return user == null ? preset : user;
    }

    private String passwordOr(String variable) {
        return password != null ? password : System.getenv().getOrDefault(variable, "");
    }
}
