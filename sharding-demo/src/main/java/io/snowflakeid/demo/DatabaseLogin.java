package io.snowflakeid.demo;

import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who connects to the one database that a command looks at. */
final class DatabaseLogin {

    @Option(names = "--user", paramLabel = "NAME", description = "Who connects; default: root, for H2 sa.")
    private @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description = "That user's password; default: the environment variable MYSQL_PASSWORD, for H2 none.")
    private @Nullable String password;

    /**
     * The database at an address, which answers.
     *
     * @param name how messages call it
     * @throws DemoFailure if the address is none of MySQL or H2, or if nobody answers there
     */
    DemoDatabase reach(String url, String name) {
        DemoDatabase database = database(url, name);
        try {
            database.connect().close();
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
        return database;
    }

    private DemoDatabase database(String url, String name) {
        if (url.startsWith("jdbc:h2:")) {
            // a mistyped path must not create a database
            String existing = url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=") ? url : url + ";IFEXISTS=TRUE";
            return new DemoDatabase(name, existing, user == null ? "sa" : user, password == null ? "" : password);
        }
        String secret = password != null ? password : System.getenv().getOrDefault("MYSQL_PASSWORD", "");
        return MySqlAddress.parse(url, user == null ? "root" : user, secret).database(name);
    }
}
