package io.snowflakeid.demo;

import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who connects to the one database that a command looks at. */
final class DatabaseLogin {

    private static final Pattern KIND = Pattern.compile("jdbc:([^:]+):.*", Pattern.DOTALL);

    @Option(
            names = {"--user", "--mysql-user"},
            paramLabel = "NAME",
            description = "Who connects; default: root, for H2 sa.")
    private @Nullable String user;

    @Option(
            names = {"--password", "--mysql-password"},
            paramLabel = "TEXT",
            description = "That user's password; default: the environment variable MYSQL_PASSWORD, for H2 none.")
    private @Nullable String password;

    /**
     * The database at an address, which answers.
     *
     * @param name how messages call it
     * @param kinds what the command can look at, as a sentence that says how such addresses begin
     * @throws DemoFailure if the address is none of MySQL or H2, or if nobody answers there
     */
    DemoDatabase reach(String url, String name, String kinds) {
        DemoDatabase database = database(url, name, kinds);
        try {
            database.connect().close();
        } catch (SQLException e) {
            throw DatabaseFailure.connecting(database, e);
        }
        return database;
    }

    private DemoDatabase database(String url, String name, String kinds) {
        requireKind(url, kinds);
        if (url.startsWith("jdbc:h2:")) {
            // a mistyped path must not create a database
            String existing = url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=") ? url : url + ";IFEXISTS=TRUE";
            String typed = url.replaceAll("(?i)(;PASSWORD=)[^;]*", "$1***");
            return new DemoDatabase(
                    name, existing, user == null ? "sa" : user, password == null ? "" : password, typed);
        }
        String secret = password != null ? password : System.getenv().getOrDefault("MYSQL_PASSWORD", "");
        return MySqlAddress.parse(url, user == null ? "root" : user, secret).database(name);
    }

    /** Other drivers write passwords in places of their own, so no more than the beginning of such an address is shown. */
    private static void requireKind(String url, String kinds) {
        Matcher kind = KIND.matcher(url);
        boolean known = kind.matches()
                && (kind.group(1).equals("mysql") || kind.group(1).equals("h2"));
        if (!known) {
            String seen =
                    kind.matches() ? "an address that begins with jdbc:" + kind.group(1) + ":" : "no JDBC address";
            throw DemoFailure.ofUsage("this is " + seen + ", but " + kinds);
        }
    }
}
