package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A database whose address names one host and port, which can be replaced by those of a proxy. */
record DatabaseAddress(Database database, String host, int port) {

    private static final Pattern FORM =
            Pattern.compile("(?:jdbc:)?([a-z0-9]+):(?:tcp:)?//([^/:?,;]+)(?::([0-9]+))?/.*");

    private static final Map<String, Integer> DEFAULT_PORTS =
            Map.of("mysql", 3306, "mariadb", 3306, "postgresql", 5432, "h2", 9092, "redis", 6379);

    /** @throws CommandFailure if no proxy can stand between a writer and this database */
    static DatabaseAddress of(Database database) {
        Matcher form = FORM.matcher(database.url());
        if (!form.matches() || (form.group(3) == null && !DEFAULT_PORTS.containsKey(form.group(1)))) {
            throw CommandFailure.ofUsage(
                    database.typed()
                            + " does not name one host and port, so writers cannot be cut off from it by a proxy:"
                            + " pass an address such as jdbc:mysql://host:port/database, jdbc:h2:tcp://host:port/name or redis://host:port");
        }
        int port =
                form.group(3) == null ? DEFAULT_PORTS.getOrDefault(form.group(1), 0) : Integer.parseInt(form.group(3));
        return new DatabaseAddress(database, form.group(2), port);
    }

    /** The same database, reached through a proxy on this machine. */
    Database through(int proxyPort) {
        String url = database.url().replaceFirst("//[^/]+", "//127.0.0.1:" + proxyPort);
        return new Database(database.name(), url, database.user(), database.password(), url);
    }
}
