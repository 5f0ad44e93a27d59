package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address that names one host, with that host replaceable by a proxy.
 *
 * @param database the one that the address is of
 * @param host where its server is
 * @param port where it listens
 * @param before what stands before the host in the address
 * @param behind what stands behind the port
 */
record DatabaseAddress(Database database, String host, int port, String before, String behind) {

    private static final Pattern FORM =
            Pattern.compile("((?:jdbc:)?([a-z0-9]+):(?:tcp:)?//)([^/:?,;]+)(?::([0-9]+))?(/.*)");

    private static final Map<String, Integer> DEFAULT_PORTS =
            Map.of("mysql", 3306, "mariadb", 3306, "postgresql", 5432, "h2", 9092, "redis", 6379);

    /** @throws CommandFailure if no proxy can stand between a writer and this database */
    static DatabaseAddress of(Database database) {
        Matcher form = FORM.matcher(database.url());
        if (!form.matches() || (form.group(4) == null && !DEFAULT_PORTS.containsKey(form.group(2)))) {
            throw CommandFailure.ofUsage(
                    database.typed()
                            + " does not name one host and port, so writers cannot be cut off from it by a proxy:"
                            + " pass an address such as jdbc:mysql://host:port/database, jdbc:h2:tcp://host:port/name or redis://host:port");
        }
        int port =
                form.group(4) == null ? DEFAULT_PORTS.getOrDefault(form.group(2), 0) : Integer.parseInt(form.group(4));
        return new DatabaseAddress(database, form.group(3), port, form.group(1), form.group(5));
    }

    /** The same database, reached through a proxy on this machine. */
    Database through(int proxyPort) {
        String url = before + "127.0.0.1:" + proxyPort + behind;
        return new Database(database.name(), url, database.user(), database.password(), url);
    }
}
